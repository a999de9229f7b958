interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** A list that the server gives in pages: the first when loaded, the others as the reader asks for more. */
export class Paged<T extends { id: number | string }> {
  items = $state.raw<T[]>([])
  /** `loading` is before the first answer only: what is there stays while it is loaded again. */
  state = $state<'loading' | 'ready' | 'failed'>('loading')
  error = $state.raw<unknown>(null)
  /** More is being fetched. */
  busy = $state(false)
  #next = $state<string | null>(null)
  #fetch: (cursor?: string) => Promise<Page<T>>
  /** Counts loads, so that an answer that was overtaken by another is left. */
  #loads = 0

  constructor(fetch: (cursor?: string) => Promise<Page<T>>) {
    this.#fetch = fetch
  }

  get hasMore(): boolean {
    return this.#next !== null
  }

  /** Fetches the first page anew. Never throws: what fails is in `state` and `error`. */
  async load(): Promise<void> {
    const load = ++this.#loads
    try {
      const page = await this.#fetch()
      if (load !== this.#loads) return
      this.items = page.items
      this.#next = page.nextCursor
      this.state = 'ready'
      this.error = null
    } catch (error) {
      if (load !== this.#loads) return
      this.error = error
      if (this.state === 'loading') this.state = 'failed'
    }
  }

  /** Fetches the next page. @throws what the call throws */
  async more(): Promise<void> {
    if (this.#next === null || this.busy) return
    const load = this.#loads
    this.busy = true
    try {
      const page = await this.#fetch(this.#next)
      if (load !== this.#loads) return
      const known = new Set(this.items.map((item) => item.id))
      this.items = [...this.items, ...page.items.filter((item) => !known.has(item.id))]
      this.#next = page.nextCursor
    } finally {
      this.busy = false
    }
  }

  /** Puts an item in the place of the one with its id, or first; where `newer` says no of the old one, nothing happens. */
  put(item: T, newer: (old: T) => boolean = () => true): void {
    const old = this.items.find(({ id }) => id === item.id)
    if (!old) this.items = [item, ...this.items]
    else if (newer(old)) this.items = this.items.map((other) => (other === old ? item : other))
  }

  /** As before it was ever loaded. */
  clear(): void {
    this.#loads++
    this.items = []
    this.#next = null
    this.state = 'loading'
  }

  drop(id: T['id']): void {
    this.items = this.items.filter((item) => item.id !== id)
  }
}
