import { ApiError } from '@tegenzet/client'
import type { Branch, Game } from '@tegenzet/contract'
import { opponent } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { dismissToast, showToast } from '$lib/ui/toasts.svelte.ts'
import type { RemoteGame } from './remote-game.svelte.ts'
import { unsentMoves } from './unsent-moves.svelte.ts'

/** Sends a player's commands, one at a time, and explains in a toast why one failed. */
export class GameCommands {
  readonly #game: RemoteGame
  /** A command is being sent. */
  busy = $state(false)
  /** The toast about the last command, which the next command dismisses. */
  #toast: number | undefined

  constructor(game: RemoteGame) {
    this.#game = game
  }

  /**
   * Sends the draft move. If the server cannot be reached, it waits on this device, unless conditional moves go with it.
   * @returns whether it was played
   */
  async sendMove(message: string, branches: Branch[] = []): Promise<boolean> {
    const { id, board, game, me } = this.#game
    const move = board?.draft.move
    if (!board || !game || !me || !move) return false
    const ply = board.moves.length
    const opponentName = game[opponent(me)].username
    const plan = branches.length > 0 && { plan: { branches } }
    const body = { move, ply, ...(message && { message }), ...plan }
    board.draft.locked = true
    const played = await this.run(
      () => api.call('playMove', { params: { id }, body }),
      (reason) => m.game_moved_on({ reason }),
      () => !plan && unsentMoves.add({ game: id, move, ply, message, opponentName }),
    )
    if (played) unsentMoves.remove(id)
    board.draft.locked = unsentMoves.of(id) !== undefined
    return played
  }

  async resign(): Promise<void> {
    await this.run(() => api.call('resign', { params: { id: this.#game.id } }))
  }

  async cancel(): Promise<void> {
    await this.run(() => api.call('cancelGame', { params: { id: this.#game.id } }))
  }

  /**
   * Sends a command and shows the game that it results in.
   * @param formatRefusal the toast about a refusal, by its reason
   * @param onUnreachable called instead of a toast if the server cannot be reached. @returns whether that was enough
   * @returns whether the command was carried out
   */
  async run(
    call: () => Promise<{ game: Game }>,
    formatRefusal = (reason: string) => reason,
    onUnreachable = () => false,
  ): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    if (this.#toast !== undefined) dismissToast(this.#toast)
    try {
      await this.#game.update((await call()).game)
      return true
    } catch (error) {
      if (error instanceof ApiError || !onUnreachable()) await this.#fail(error, formatRefusal)
      return false
    } finally {
      this.busy = false
    }
  }

  async #fail(error: unknown, formatRefusal: (reason: string) => string): Promise<void> {
    // Nobody knows whether the command arrived. The draft move stays and can be sent again: a move is played only once.
    if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) {
      this.#toast = showToast(errorMessage(error), 'warning')
    } else if (!this.#game.handleUnauthenticated(error)) {
      await this.#game.load()
      this.#toast = showToast(formatRefusal(errorMessage(error)), 'warning')
    }
  }
}
