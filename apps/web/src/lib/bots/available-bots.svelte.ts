import type { Bot } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'

/** A bot counts as available for five minutes after its last sign of life. */
const POLL_INTERVAL_MS = 60_000

/** The bots that accept challenges now, built-in bots first. */
export class AvailableBots {
  bots = $state.raw<readonly Bot[]>([])
  /** The server has told which bots there are. */
  loaded = $state(false)

  /** Polls for them; call it in an effect. @returns the clean-up */
  follow(): () => void {
    this.#load()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#load()
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }

  async #load(): Promise<void> {
    try {
      this.bots = (await api.call('listBots', { query: { limit: 100 } })).items
      this.loaded = true
    } catch {
      // Without the server nobody could be challenged either.
    }
  }
}
