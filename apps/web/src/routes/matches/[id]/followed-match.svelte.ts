import { matchOf } from '@tegenzet/pages/match'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { Resource } from '$lib/api/resource.svelte.ts'

const POLL_INTERVAL_MS = 60_000
const OVER = ['finished', 'declined', 'cancelled']

/** A match, kept up to date while its page is open. */
export class FollowedMatch {
  readonly #id: number
  readonly match

  constructor(id: number) {
    this.#id = id
    this.match = new Resource(() => api.call(...matchOf(id)))
  }

  /**
   * Call it in an effect. Members hear of changes at once, others within a minute.
   * @returns a function that stops it
   */
  follow(): () => void {
    const { match } = this
    match.load()
    const end = followLive(
      (event) => {
        if (event.type === 'match' && event.match.id === this.#id) match.load()
        if (event.type === 'game' && event.game.match?.id === this.#id && event.game.outcome) match.load()
      },
      () => match.load(),
    )
    const timer = setInterval(() => {
      const state = match.current?.state
      if (document.visibilityState === 'visible' && state && !OVER.includes(state)) match.load()
    }, POLL_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      end()
    }
  }
}
