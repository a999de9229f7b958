import { ApiError } from '@tegenzet/client'
import type { Game } from '@tegenzet/contract'
import { gameOf, movesOf } from '@tegenzet/pages/game'
import { pathOfCall } from '@tegenzet/pages/path-of-call'
import { type Move, opponent, ruleSet, type Side } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { keepAnswer } from '$lib/api/kept-answers.ts'
import { live } from '$lib/api/live.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import { withKnownRatings } from '$lib/people/ratings/rating-beside-name.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { BoardOrientation } from './board-orientation.svelte.ts'
import { GameBoard } from './game-board.svelte.ts'
import { takeKnownGame } from './known-game.ts'
import { unsentMoves } from './unsent-moves.svelte.ts'

/** After the deadline the server answers that time is up. Where that must be claimed, it can be a few seconds later. */
const AFTER_DEADLINE_MS = { automatic: 500, claimed: 5500 }
/** Time between two questions if this device's clock is ahead. */
const ASK_AGAIN_MS = 10_000
/** Longer timers would overflow. */
const MAX_TIMER_MS = 24 * 60 * 60 * 1000

/** A game on the server, kept up to date on its board. */
export class RemoteGame {
  readonly id: number
  /** null until it is loaded. */
  game = $state.raw<Game | null>(null)
  board = $state.raw<GameBoard | null>(null)
  /** Why it could not be loaded. */
  loadError = $state.raw<unknown>(null)
  readonly #onSessionEnd: () => void

  /** The position to show first. */
  readonly #firstShown: number | null

  /**
   * @param onSessionEnd called when an answer of the server shows that the session has ended
   * @param firstShown the number of the position to show first; null: the last one
   */
  constructor(id: number, onSessionEnd: () => void = () => {}, firstShown: number | null = null) {
    this.id = id
    this.#onSessionEnd = onSessionEnd
    this.#firstShown = firstShown
    const known = takeKnownGame(id)
    if (known) this.#replace(known.game, known.moves)
  }

  /** The reader's side; null for spectators. */
  readonly me = $derived.by((): Side | null => {
    const player = session.accountId
    if (player === null || !this.game) return null
    if (this.game.white.id === player) return 'white'
    return this.game.black.id === player ? 'black' : null
  })
  /** A move may be played: the time of the side to move is not up, or the opponent has not claimed the win yet. */
  readonly #running = $derived(
    this.game?.status === 'active' && (!this.game.overdue || this.game.timeouts === 'claimed'),
  )
  readonly myTurn = $derived(this.#running && this.me !== null && this.game?.turn === this.me)
  /** The reader is a player, and the other one is to move. */
  readonly opponentsTurn = $derived.by(
    () => this.#running && this.me !== null && this.game?.turn === opponent(this.me),
  )

  /** Loads the game with its moves. Never throws: an error goes to `loadError`, or to a toast if there is a game. */
  async load(): Promise<void> {
    try {
      let [game, { items }] = await Promise.all([api.call(...gameOf(this.id)), api.call(...movesOf(this.id))])
      // A move may have been played between the two answers.
      if (items.length < game.ply) items = (await api.call(...movesOf(this.id))).items
      this.#replace(
        game,
        items.slice(0, game.ply).map(({ move }) => move),
      )
      this.loadError = null
    } catch (error) {
      if (!this.game) this.loadError = error
      else showToast(errorMessage(error), 'warning')
    }
  }

  /** Follows the game's changes; call it in an effect. @returns the clean-up */
  follow(): () => void {
    const update = (game: Game) => {
      if (game.id === this.id) this.update(game)
    }
    const ends = [live().watch(this.id, update), unsentMoves.onSent(update)]
    return () => {
      for (const end of ends) end()
    }
  }

  /** Asks the server at the deadline whether time is up; call it in an effect. @returns the clean-up */
  followDeadline(): (() => void) | undefined {
    if (!this.game) return
    const { deadline, overdue, timeouts } = this.game
    if (!deadline || overdue) return
    const left = new Date(deadline).getTime() - Date.now()
    const wait = left > 0 ? Math.min(left + AFTER_DEADLINE_MS[timeouts], MAX_TIMER_MS) : ASK_AGAIN_MS
    const timer = setTimeout(() => this.load(), wait)
    return () => clearTimeout(timer)
  }

  /** Shows a newer version of the game. If more than one move is missing, the moves are loaded. */
  async update(newer: Game): Promise<void> {
    if (!this.game || !this.board || newer.version <= this.game.version) return
    const game = withKnownRatings(newer)
    const played = this.board.moves.length
    if (game.ply === played + 1 && game.lastMove) this.board.append(game.lastMove)
    else if (game.ply !== played) return this.load()
    this.game = game
    keepAnswer(pathOfCall(gameOf(this.id)), game)
    keepAnswer(pathOfCall(movesOf(this.id)), { items: this.board.moves.map((move) => ({ move })) })
  }

  /** Forgets the session if the server says that it has ended. @returns whether it has */
  handleUnauthenticated(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return false
    session.clear()
    this.#onSessionEnd()
    return true
  }

  #replace(game: Game, moves: readonly Move[]): void {
    if (this.game && game.version < this.game.version) return
    if (this.board) this.board.load(moves)
    else {
      this.board = new GameBoard(ruleSet(game.rules, game.rulesRevision), {
        mayMove: () => this.myTurn,
        moves,
        orientation: new BoardOrientation(() => this.me),
      })
      if (this.#firstShown !== null) this.board.goTo(this.#firstShown)
    }
    this.game = withKnownRatings(game)
  }
}
