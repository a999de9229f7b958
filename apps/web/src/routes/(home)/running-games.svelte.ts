import type { Game } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'

const MAX_SHOWN = 6

/** A few games that are being played, kept up to date. */
export class RunningGames {
  /** null until they are loaded. */
  games = $state.raw<readonly Game[] | null>(null)

  /** Call it in an effect. @returns the clean-up */
  follow(): () => void {
    let ends: (() => void)[] = []
    let over = false
    api.call('listGames', { query: { status: 'active', limit: 4 * MAX_SHOWN } }).then(
      ({ items }) => {
        if (over) return
        this.games = items.filter(({ ply }) => ply > 0).slice(0, MAX_SHOWN)
        const connection = live()
        ends = this.games.map(({ id }) => connection.watch(id, (game) => this.#update(game)))
      },
      () => {
        // The page is complete without them.
        this.games ??= []
      },
    )
    return () => {
      over = true
      for (const end of ends) end()
    }
  }

  #update(game: Game): void {
    this.games = (this.games ?? []).map((old) =>
      old.id === game.id && old.version < game.version ? game : old,
    )
  }
}
