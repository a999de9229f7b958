import type { Game } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { keepAnswer } from '$lib/api/kept-answers.ts'
import { sideOf } from './result.ts'

/** With more games than this, "100+" is shown. */
export const MAX_COUNTED = 100

/** The games in which it is the reader's turn, the most urgent first. Shared by all pages. */
class WaitingGames {
  games = $state.raw<readonly Game[]>([])
  loaded = $state(false)
  /** Why the last load failed; null if it did not. The next connection loads them again. */
  error = $state.raw<unknown>(null)
  #updates = 0

  /** Loads the games and keeps them up to date; call it in an effect. @returns the clean-up */
  follow(username: string): () => void {
    const end = followLive(
      (event) => {
        if (event.type === 'game') this.#update(event.game, username)
      },
      () => this.load(),
    )
    this.load()
    return () => {
      end()
      this.games = []
      this.loaded = false
      this.error = null
    }
  }

  /** Never throws: an error is in `error`. */
  async load(): Promise<void> {
    const updates = this.#updates
    try {
      const { items } = await api.call('listGames', {
        query: { turn: 'mine', sort: 'deadline', limit: MAX_COUNTED },
      })
      // a game changed meanwhile, so the answer may be too old
      if (updates !== this.#updates) return this.load()
      this.games = items
      this.loaded = true
      this.error = null
    } catch (error) {
      this.error = error
    }
  }

  #update(game: Game, username: string): void {
    const side = sideOf(game, username)
    const old = this.games.find(({ id }) => id === game.id)
    if (!side || (old && old.version >= game.version)) return
    this.#updates++
    this.error = null
    const others = this.games.filter(({ id }) => id !== game.id)
    const mine = game.status === 'active' && game.turn === side
    this.games = (mine ? [...others, game] : others).toSorted((a, b) =>
      (a.deadline ?? '').localeCompare(b.deadline ?? ''),
    )
    keepAnswer(`/api/v1/games?turn=mine&sort=deadline&limit=${MAX_COUNTED}`, {
      items: this.games,
      nextCursor: null,
    })
  }
}

export const waiting = new WaitingGames()
