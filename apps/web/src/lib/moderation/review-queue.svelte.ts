import type { EventType } from '@tegenzet/contract'
import { followLive } from '$lib/api/follow-live.ts'

/** The number of open claims or reports, kept up to date for admins. */
export class ReviewQueue {
  count = $state(0)
  /** Rises with every change, so that lists know when to reload. */
  changes = $state(0)
  #event: EventType
  #count: () => Promise<number>

  /**
   * @param event the event that announces a change
   * @param count returns the number of open items
   */
  constructor(event: EventType, count: () => Promise<number>) {
    this.#event = event
    this.#count = count
  }

  /** Call in an effect. @returns a function that stops it */
  follow(): () => void {
    const end = followLive(
      (event) => {
        if (event.type === this.#event) this.load()
      },
      () => this.load(),
    )
    this.load()
    return () => {
      end()
      this.count = 0
    }
  }

  /** Never throws: the count stays as it is. */
  async load(): Promise<void> {
    try {
      this.count = await this.#count()
      this.changes += 1
    } catch {
      // The next event or connection tries again.
    }
  }
}
