import type { EventType } from '@tegenzet/contract'
import { live } from '$lib/api/live.svelte.ts'

/** As many as are counted; with more "100+" is seen. */
export const MOST_WAITING = 100

/** How much waits for a ruling, kept up to date for an admin. */
export class Queue {
  count = $state(0)
  /** Rises with every change that is heard of: what lists it loads it again. */
  changes = $state(0)
  #event: EventType
  #waiting: (limit: number) => Promise<number>

  /**
   * @param event what tells of a change
   * @param waiting how much waits, counted up to a limit
   */
  constructor(event: EventType, waiting: (limit: number) => Promise<number>) {
    this.#event = event
    this.#waiting = waiting
  }

  /** For an effect, of an admin. @returns what ends it */
  follow(): () => void {
    const connection = live()
    const endEvents = connection.onEvent((event) => {
      if (event.type === this.#event) this.load()
    })
    const endReconnects = connection.onReconnect(() => this.load())
    this.load()
    return () => {
      endEvents()
      endReconnects()
      this.count = 0
    }
  }

  /** Counts anew. Never throws: a count that is not there says nothing false. */
  async load(): Promise<void> {
    try {
      this.count = await this.#waiting(MOST_WAITING)
      this.changes += 1
    } catch {
      // The next event or connection asks again.
    }
  }
}
