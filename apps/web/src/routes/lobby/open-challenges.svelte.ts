import type { Challenge } from '@tegenzet/contract'
import { Paged } from '$lib/api/paged.svelte.ts'

type Fetch = (cursor?: string) => Promise<{ items: Challenge[]; nextCursor: string | null }>

/**
 * The challenges open to all, looked at again and again without a row moving under the reader's finger: new ones wait
 * until they are asked for, and those that are gone stay in their place, marked as such.
 */
export class OpenChallenges {
  readonly list: Paged<Challenge>
  /** Ids of those shown that are no longer open. */
  gone = $state.raw<ReadonlySet<number>>(new Set())
  /** How many have come that are not shown yet. */
  arrived = $state(0)
  #fetch: Fetch

  constructor(fetch: Fetch) {
    this.#fetch = fetch
    this.list = new Paged(fetch)
  }

  /** Shows what is open now. */
  async show(): Promise<void> {
    await this.list.load()
    this.gone = new Set()
    this.arrived = 0
  }

  /** Looks what has changed. Fails in silence: it is done again before long. */
  async look(): Promise<void> {
    if (this.list.items.length === 0 || this.list.state !== 'ready') return this.show()
    const page = await this.#fetch().catch(() => null)
    if (!page) return
    const shown = this.list.items
    const open = new Set(page.items.map(({ id }) => id))
    // The newest first: the page says of none older than its last whether they are open still.
    const reach = page.nextCursor === null ? 0 : Math.min(...open)
    this.gone = new Set([
      ...[...this.gone].filter((id) => id < reach),
      ...shown.map(({ id }) => id).filter((id) => id >= reach && !open.has(id)),
    ])
    const newest = Math.max(...shown.map(({ id }) => id))
    this.arrived = page.items.filter(({ id }) => id > newest).length
  }

  /** This one has just turned out to be no longer open. */
  lose(id: number): void {
    this.gone = new Set([...this.gone, id])
  }
}
