import type { Bot } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'

/** How often it is looked who is ready, in milliseconds: a bot's word stands for five minutes. */
const EVERY = 60_000

/** The bots that take challenges now, the house's own first. */
export class AvailableBots {
  bots = $state.raw<readonly Bot[]>([])

  /** For an effect. @returns what ends it */
  follow(): () => void {
    this.#look()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#look()
    }, EVERY)
    return () => clearInterval(timer)
  }

  async #look(): Promise<void> {
    try {
      this.bots = (await api.call('listBots', { query: { limit: 100 } })).items
    } catch {
      // Nobody is offered, then, whom one could not reach either.
    }
  }
}
