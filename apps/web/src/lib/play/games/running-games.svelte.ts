import type { Game } from '@tegenzet/contract'
import { gamesBeingPlayed, type WatchedKind } from '@tegenzet/pages/games-being-played'
import { api } from '$lib/api/api.ts'
import { fillPage } from '$lib/api/fill-page.ts'
import { live } from '$lib/api/live.svelte.ts'
import { withKnownRatings } from '$lib/people/ratings/rating-beside-name.ts'
import { peopleFirst } from './best-game.ts'

/** How often other games may take the places of those that have ended. */
const RELOAD_MS = 60_000

/** A few games that are being played, those of people and the last moved first, with each move as it is made. */
export class RunningGames {
  /** null until they are loaded. */
  games = $state.raw<readonly Game[] | null>(null)
  /** Why the last load failed; null if it did not. */
  error = $state.raw<unknown>(null)
  readonly #max: number
  readonly #kind: WatchedKind | undefined
  readonly #unwatch = new Map<number, () => void>()
  #over = false

  constructor(max: number, kind?: WatchedKind) {
    this.#max = max
    this.#kind = kind
  }

  /** Call it in an effect. @returns the clean-up */
  follow(): () => void {
    this.load()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.load()
    }, RELOAD_MS)
    return () => {
      this.#over = true
      clearInterval(timer)
      for (const end of this.#unwatch.values()) end()
    }
  }

  /** Never throws: without an answer the games that are shown stay. */
  async load(): Promise<void> {
    try {
      const { items } = await fillPage(
        (cursor) => api.call(...gamesBeingPlayed(this.#max, this.#kind, cursor)),
        { size: this.#max },
      )
      if (this.#over) return
      this.games = peopleFirst(items.filter(({ ply }) => ply > 0))
        .slice(0, this.#max)
        .map(withKnownRatings)
      this.error = null
      this.#watch(new Set(this.games.map(({ id }) => id)))
    } catch (error) {
      if (!this.#over) this.error = error
    }
  }

  #watch(ids: ReadonlySet<number>): void {
    for (const [id, end] of this.#unwatch)
      if (!ids.has(id)) {
        end()
        this.#unwatch.delete(id)
      }
    const connection = live()
    for (const id of ids)
      if (!this.#unwatch.has(id))
        this.#unwatch.set(
          id,
          connection.watch(id, (game) => this.#update(game)),
        )
  }

  #update(game: Game): void {
    this.games = (this.games ?? []).map((old) =>
      old.id === game.id && old.version < game.version ? withKnownRatings(game) : old,
    )
  }
}
