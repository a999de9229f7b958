import type { Bot } from '@tegenzet/contract'
import { bots } from '@tegenzet/pages/challenges'
import { api } from '$lib/api/api.ts'
import { Resource } from '$lib/api/resource.svelte.ts'

/** A bot counts as available for five minutes after its last sign of life. */
const POLL_INTERVAL_MS = 60_000
const NONE: readonly Bot[] = []

/** The bots that accept challenges now, built-in bots first. */
export class AvailableBots {
  #list = new Resource(async () => (await api.call(...bots())).items)

  get bots(): readonly Bot[] {
    return this.#list.current ?? NONE
  }

  /** The server has told which bots there are. */
  get loaded(): boolean {
    return this.#list.current !== null
  }

  /** Why they could not be loaded; null if they have been. */
  get error(): unknown {
    return this.loaded ? null : this.#list.error
  }

  /** Polls for them; call it in an effect. @returns the clean-up */
  follow(): () => void {
    this.load()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.load()
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }

  /** Never throws: an error is in `error`. */
  load(): Promise<void> {
    return this.#list.load()
  }
}
