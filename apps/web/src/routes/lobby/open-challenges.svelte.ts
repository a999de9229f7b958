import type { Challenge } from '@tegenzet/contract'
import { Paged } from '$lib/api/paged.svelte.ts'

type Fetch = (cursor?: string) => Promise<{ items: Challenge[]; nextCursor: string | null }>

/**
 * The challenges that are open to everybody. Polling never moves a row under the reader's finger: new challenges wait
 * until the reader asks for them, and closed ones keep their row.
 */
export class OpenChallenges {
  readonly list: Paged<Challenge>
  /** Ids of listed challenges that are no longer open. */
  gone = $state.raw<ReadonlySet<number>>(new Set())
  /** The number of new challenges that are not listed yet. */
  arrived = $state(0)
  #fetch: Fetch

  constructor(fetch: Fetch) {
    this.#fetch = fetch
    this.list = new Paged(fetch)
  }

  /** Lists what is open now. */
  async load(): Promise<void> {
    await this.list.load()
    this.gone = new Set()
    this.arrived = 0
  }

  /** Checks for changes. Ignores failures, because the next poll follows soon. */
  async poll(): Promise<void> {
    if (this.list.items.length === 0 || this.list.state !== 'ready') return this.load()
    const page = await this.#fetch().catch(() => null)
    if (!page) return
    const listed = this.list.items
    const open = new Set(page.items.map(({ id }) => id))
    // The list is newest first, so the first page tells nothing about challenges older than its last one.
    const oldest = page.nextCursor === null ? 0 : Math.min(...open)
    this.gone = new Set([
      ...[...this.gone].filter((id) => id < oldest),
      ...listed.map(({ id }) => id).filter((id) => id >= oldest && !open.has(id)),
    ])
    const newest = Math.max(...listed.map(({ id }) => id))
    this.arrived = page.items.filter(({ id }) => id > newest).length
  }

  /** Marks a challenge as no longer open. */
  markGone(id: number): void {
    this.gone = new Set([...this.gone, id])
  }
}
