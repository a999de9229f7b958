import { ApiError } from '@tegenzet/client'
import type { Branch, ConditionalMoves } from '@tegenzet/contract'
import { conditionalMovesOf } from '@tegenzet/pages/game'
import type { MoveTree } from '@tegenzet/trees'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { emptyTree, remainingTree } from './conditional-tree.ts'
import { planToTree } from './plan-to-tree.ts'

interface Listener {
  /** A newer version has replaced an older one. */
  onchange: (before: ConditionalMoves, after: ConditionalMoves) => void
  /** Loading has failed. */
  onerror: (error: unknown) => void
}

/** The player's conditional moves as the server has them, kept up to date. */
export class SavedConditionalMoves {
  readonly #game: RemoteGame
  readonly #listener: Listener
  /** null until they are loaded. */
  current = $state.raw<ConditionalMoves | null>(null)
  /** They are being saved or removed. */
  busy = $state(false)

  constructor(game: RemoteGame, listener: Listener) {
    this.#game = game
    this.#listener = listener
  }

  /** What is still possible in the game; null until the game is loaded. */
  readonly tree = $derived.by((): MoveTree | null => {
    const { board } = this.#game
    if (!board) return null
    const none = emptyTree(board)
    // what is saved may be ahead of the game that is loaded
    const start = this.current && board.positions[this.current.ply]
    if (!this.current || !start) return none
    return remainingTree({ ...none, start, ...planToTree(this.current.branches) }, board) ?? none
  })
  readonly empty = $derived(!this.tree?.nodes.length)
  /** The server is about to play a reply, or will as soon as no draw offer or claim is open. */
  readonly due = $derived.by(() => this.#game.myTurn && !this.empty)

  /** The plies that conditional moves of this player have played. */
  get played(): readonly number[] {
    return this.current?.played ?? []
  }

  /** Loads them and follows their changes. @returns the clean-up */
  follow(): () => void {
    this.load()
    return followLive(
      (event) => {
        if (event.type === 'plan' && event.plan.game === this.#game.id) this.#replace(event.plan)
      },
      () => this.load(),
    )
  }

  async load(): Promise<void> {
    try {
      this.#replace(await api.call(...conditionalMovesOf(this.#game.id)))
    } catch (error) {
      this.#listener.onerror(error)
    }
  }

  /** Saves branches in place of those saved. @returns false if another command is running @throws what the call throws */
  save(branches: Branch[]): Promise<boolean> {
    const body = { ply: this.#game.board?.moves.length ?? 0, branches }
    return this.#run(() => api.call('setPlan', { params: { id: this.#game.id }, body }))
  }

  /** @returns false if another command is running @throws what the calls throw */
  remove(): Promise<boolean> {
    const params = { id: this.#game.id }
    return this.#run(async () => {
      await api.call('dropPlan', { params })
      return api.call('getPlan', { params })
    })
  }

  async #run(call: () => Promise<ConditionalMoves>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    try {
      this.#replace(await call())
      return true
    } catch (error) {
      // The game has moved on in the meantime.
      if (error instanceof ApiError && error.status === 409) {
        await this.#game.load()
        await this.load()
      }
      throw error
    } finally {
      this.busy = false
    }
  }

  /** Events and answers can arrive out of order: only a higher version counts. */
  #replace(next: ConditionalMoves): void {
    const before = this.current
    if (before && next.version <= before.version) return
    this.current = next
    if (before) this.#listener.onchange(before, next)
  }
}
