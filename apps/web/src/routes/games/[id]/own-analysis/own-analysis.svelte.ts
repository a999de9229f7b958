import { notesOf } from '@tegenzet/pages/game'
import { untrack } from 'svelte'
import { copyOfGame, UnsavedCopy } from '$lib/analysis/saved/unsaved-copy.ts'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import type AnalysisBar from './AnalysisBar.svelte'
import type { AnalysisSession } from './analysis-session.svelte.ts'

/** A player's own analysis of a game, running or finished. What it takes is loaded only when the player asks for it. */
export class OwnAnalysis {
  readonly #game: RemoteGame
  readonly #boardInUse: () => boolean
  /** null until it is loaded. */
  session = $state.raw<AnalysisSession | null>(null)
  /** The bar of a trial, loaded with the session: a trial begins when it can take keys. */
  bar = $state.raw<typeof AnalysisBar | null>(null)
  /** Why it could not be loaded. */
  loadError = $state.raw<unknown>(null)
  /** The player is writing, and stays at the position shown. */
  writing = $state(false)
  #opened = $state(false)
  #loading: Promise<void> | null = null
  /** The positions with a comment, before the analysis is loaded. */
  #listed = $state.raw<readonly number[]>([])

  /** @param boardInUse whether something else needs the board now, such as a draw offer being prepared */
  constructor(game: RemoteGame, boardInUse: () => boolean = () => false) {
    this.#game = game
    this.#boardInUse = boardInUse
  }

  /** The board shows moves that are being tried out, and nothing is sent. */
  readonly trying = $derived.by(() => this.#opened && this.session !== null && !this.#boardInUse())
  /** The positions of the game with a comment. */
  readonly noted = $derived.by(() => this.session?.noted ?? this.#listed)

  /** Loads it, once. Never throws: an error goes to `loadError`. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      if (this.loadError) this.#loading = null
    })
    return this.#loading
  }

  /** Takes the board into the analysis, at the position that is shown. */
  async open(): Promise<void> {
    await this.load()
    this.#opened = this.session !== null
  }

  /** Leads back to the real position. */
  close(): void {
    this.#opened = false
  }

  /** Keeps everything up to date; call it in an effect. @returns the clean-up */
  follow(): (() => void) | undefined {
    const player = session.accountId
    if (!this.#game.me || player === null) return
    const { id } = this.#game
    api.call(...notesOf(id)).then(
      ({ items }) => {
        this.#listed = items.flatMap(({ ply, text }) => (ply !== null && text.trim() ? [ply] : []))
      },
      // The analysis itself says why it cannot be loaded.
      () => {},
    )
    // What never reached the server is sent, also if the player does not look at it.
    if (new UnsavedCopy(player, copyOfGame(id)).read()) untrack(() => this.load())
    $effect.pre(() => {
      if (this.#boardInUse()) this.close()
    })
    $effect.pre(() => this.#followGame())
    $effect.pre(() => this.#followTree())
    $effect(() => this.session?.saver.follow())
    return undefined
  }

  /** Outside a trial the tree shows the position of the board, unless the player is writing. */
  #followGame(): void {
    const { session, trying, writing } = this
    const { board } = this.#game
    if (!session || !board) return
    const { shown, moves } = board
    void moves
    untrack(() => {
      session.followGame()
      if (!trying && !writing) session.showPly(shown)
    })
  }

  /** A position chosen in the tree is shown on the board: one of the game itself, a variation as a trial. */
  #followTree(): void {
    const { session, trying, writing } = this
    if (!session || trying || writing) return
    const { ply } = session
    untrack(() => {
      if (ply === null) this.#opened = true
      else this.#game.board?.goTo(ply)
    })
  }

  async #load(): Promise<void> {
    const player = session.accountId
    const { board, game } = this.#game
    if (player === null || !board || !game) return
    this.loadError = null
    try {
      const [{ AnalysisSession }, { default: bar }] = await Promise.all([
        import('./analysis-session.svelte.ts'),
        import('./AnalysisBar.svelte'),
      ])
      this.bar = bar
      this.session = await AnalysisSession.load(player, this.#game, board, game.rules)
    } catch (error) {
      this.loadError = error
    }
  }
}
