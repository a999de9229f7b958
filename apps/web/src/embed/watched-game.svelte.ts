import { connectLive } from '@tegenzet/client'
import type { Game } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import { api, failureLine } from './visitor.ts'

/** A game as visitors see it, live while it runs. */
export class WatchedGame {
  game = $state.raw<Game | null>(null)
  board = $state.raw<GameBoard | null>(null)
  /** Why there is no game. */
  failure = $state<string | null>(null)
  readonly #id: number
  readonly #firstShown: number | null

  /** @param firstShown the number of the position to show first; null: the last one */
  constructor(id: number, firstShown: number | null) {
    this.#id = id
    this.#firstShown = firstShown
  }

  async load(): Promise<void> {
    const params = { id: this.#id }
    try {
      let [game, { items }] = await Promise.all([
        api.call('getGame', { params }),
        api.call('listMoves', { params }),
      ])
      // a move may have been played between the two answers
      if (items.length < game.ply) items = (await api.call('listMoves', { params })).items
      if (this.game && game.version < this.game.version) return
      const moves = items.slice(0, game.ply).map(({ move }) => move)
      if (this.board) this.board.load(moves)
      else {
        const rules = ruleSet(game.rules, game.rulesRevision)
        this.board = new GameBoard(rules, { mayMove: () => false, moves })
        if (this.#firstShown !== null) this.board.goTo(this.#firstShown)
      }
      this.game = game
    } catch (error) {
      this.failure ??= this.game ? null : failureLine(error)
    }
  }

  /** Follows a running game; call it in an effect. @returns the clean-up */
  follow(): (() => void) | undefined {
    if (this.game?.outcome !== null) return
    const live = connectLive({ visitor: true })
    live.watch(this.#id, (game) => this.#update(game))
    return () => live.close()
  }

  #update(game: Game): void {
    if (!this.game || !this.board || game.version <= this.game.version) return
    const played = this.board.moves.length
    if (game.ply === played + 1 && game.lastMove) this.board.append(game.lastMove)
    else if (game.ply !== played) return void this.load()
    this.game = game
  }
}
