import { ApiError } from '@tegenzet/client'
import type { Game } from '@tegenzet/contract'
import { type Move, opponent, ruleSet, type Side } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { live } from '$lib/api/live.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { dismissToast, showToast } from '$lib/ui/toasts.svelte.ts'
import { BoardOrientation } from './board-orientation.svelte.ts'
import { GameBoard } from './game-board.svelte.ts'

/** Longer than a connection takes to come back by itself, in milliseconds. */
const PATIENCE = 2000

/** A game on the server as this page knows it. The server is right: what it says is laid on the board. */
export class RemoteGame {
  readonly id: number
  /** null until it has been loaded. */
  game = $state.raw<Game | null>(null)
  board = $state.raw<GameBoard | null>(null)
  /** Why it could not be loaded. */
  failure = $state.raw<unknown>(null)
  /** A command is on its way. */
  busy = $state(false)
  /** What is said with the move that is sent next. */
  words = $state('')
  /** The live connection has been gone for a while. */
  lost = $state(false)
  /** The session has ended. */
  expired = $state(false)
  /** What was said of the last command; it is out of date with the next. */
  #said: number | undefined

  constructor(id: number) {
    this.id = id
  }

  /** The side of who is logged in; null for those who look on. */
  readonly me = $derived.by((): Side | null => {
    const player = session.account?.id
    if (player === undefined || !this.game) return null
    if (this.game.white.id === player) return 'white'
    return this.game.black.id === player ? 'black' : null
  })
  readonly myTurn = $derived(this.game?.status === 'active' && this.me !== null && this.game.turn === this.me)

  readonly opponentsTurn = $derived.by(
    () => this.game?.status === 'active' && this.me !== null && this.game.turn === opponent(this.me),
  )

  /** Fetches the whole game. Never throws: what fails is in `failure`. */
  async load(): Promise<void> {
    try {
      const params = { id: this.id }
      let [game, { items }] = await Promise.all([
        api.call('getGame', { params }),
        api.call('listMoves', { params }),
      ])
      // A move may have come between the two answers.
      if (items.length < game.ply) items = (await api.call('listMoves', { params })).items
      this.#lay(
        game,
        items.slice(0, game.ply).map(({ move }) => move),
      )
      this.failure = null
    } catch (error) {
      if (!this.game) this.failure = error
      else showToast(errorMessage(error), 'warning')
    }
  }

  /** Watches the game; for an effect. @returns what ends it */
  follow(): () => void {
    const connection = live()
    let timer: ReturnType<typeof setTimeout> | undefined
    const endWatch = connection.watch(this.id, (game) => this.#hear(game))
    const endStatus = connection.onStatus((status) => {
      clearTimeout(timer)
      if (status === 'open') this.lost = false
      else timer = setTimeout(() => (this.lost = true), PATIENCE)
    })
    return () => {
      clearTimeout(timer)
      endWatch()
      endStatus()
    }
  }

  /** Sends the move on the board. What is refused is explained, and the game shown as it is. */
  async send(): Promise<void> {
    const move = this.board?.draft.move
    if (!move || !this.board) return
    const message = this.words.trim()
    const body = { move, ply: this.board.moves.length, ...(message && { message }) }
    this.board.draft.locked = true
    const played = await this.command(
      () => api.call('playMove', { params: { id: this.id }, body }),
      (reason) => m.game_moved_on({ reason }),
    )
    if (played) this.words = ''
    this.board.draft.locked = false
  }

  async resign(): Promise<void> {
    await this.command(() => api.call('resign', { params: { id: this.id } }))
  }

  async cancel(): Promise<void> {
    await this.command(() => api.call('cancelGame', { params: { id: this.id } }))
  }

  /** Sends a command and shows the game as it is then; what is refused is explained. @returns whether it was done */
  async command(call: () => Promise<{ game: Game }>, refused = (reason: string) => reason): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    if (this.#said !== undefined) dismissToast(this.#said)
    try {
      await this.#hear((await call()).game)
      return true
    } catch (error) {
      // Without an answer nobody knows: what is on the board stays, to be sent again; a move is played but once.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) {
        this.#said = showToast(errorMessage(error), 'warning')
      } else if (error.code === 'unauthenticated') {
        session.clear()
        this.expired = true
      } else {
        await this.load()
        this.#said = showToast(refused(errorMessage(error)), 'warning')
      }
      return false
    } finally {
      this.busy = false
    }
  }

  /** Ends the session in the client too, if the server says so. @returns whether it did */
  handleUnauthenticated(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return false
    session.clear()
    this.expired = true
    return true
  }

  /** The game has changed. One move further is played on; any other gap is closed by fetching the moves. */
  async #hear(game: Game): Promise<void> {
    if (!this.game || !this.board || game.version <= this.game.version) return
    const played = this.board.moves.length
    if (game.ply === played + 1 && game.lastMove) this.board.append(game.lastMove)
    else if (game.ply !== played) return this.load()
    this.game = game
  }

  #lay(game: Game, moves: Move[]): void {
    if (this.game && game.version < this.game.version) return
    if (!this.board) {
      this.board = new GameBoard(ruleSet(game.rules, game.rulesRevision), {
        mayMove: () => this.myTurn,
        moves,
        orientation: new BoardOrientation(() => this.me),
      })
    } else this.board.load(moves)
    this.game = game
  }
}
