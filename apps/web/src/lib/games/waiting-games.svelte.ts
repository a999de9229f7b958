import type { Game } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'
import { sideOf } from './result.ts'

/** As many as are counted; whoever has more sees "100+". */
export const MAX_COUNTED = 100

/** The games in which it is the reader's turn, the most urgent first, kept up to date for the whole site. */
class Waiting {
  games = $state.raw<readonly Game[]>([])
  /** The server has told them. */
  known = $state(false)

  /** For an effect that reads who is logged in. @returns what ends it */
  follow(username: string): () => void {
    const connection = live()
    const endEvents = connection.onEvent((event) => {
      if (event.type === 'game') this.#hear(event.game, username)
    })
    const endReconnects = connection.onReconnect(() => this.#load())
    this.#load()
    return () => {
      endEvents()
      endReconnects()
      this.games = []
      this.known = false
    }
  }

  async #load(): Promise<void> {
    try {
      const { items } = await api.call('listGames', {
        query: { turn: 'mine', sort: 'deadline', limit: MAX_COUNTED },
      })
      this.games = items
      this.known = true
    } catch {
      // A count that is not there says nothing false; the next connection asks again.
    }
  }

  #hear(game: Game, username: string): void {
    const side = sideOf(game, username)
    const old = this.games.find(({ id }) => id === game.id)
    if (!side || (old && old.version >= game.version)) return
    const others = this.games.filter(({ id }) => id !== game.id)
    const mine = game.status === 'active' && game.turn === side
    this.games = (mine ? [...others, game] : others).toSorted((a, b) =>
      (a.deadline ?? '').localeCompare(b.deadline ?? ''),
    )
  }
}

export const waiting = new Waiting()
