import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'

/** As many as are counted; with more "100+" is seen. */
export const MOST_CLAIMS = 100

/** How many draw claims wait for a ruling, kept up to date for an admin. */
class ClaimQueue {
  count = $state(0)
  /** Rises with every change that is heard of: what lists claims loads them again. */
  changes = $state(0)

  /** For an effect, of an admin. @returns what ends it */
  follow(): () => void {
    const connection = live()
    const endEvents = connection.onEvent((event) => {
      if (event.type === 'claim') this.load()
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
      const query = { status: 'open', limit: MOST_CLAIMS } as const
      this.count = (await api.call('listClaimQueue', { query })).items.length
      this.changes += 1
    } catch {
      // The next event or connection asks again.
    }
  }
}

export const claimQueue = new ClaimQueue()
