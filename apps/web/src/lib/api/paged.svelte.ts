interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** A list that is loaded page by page. */
export class Paged<T extends { id: number | string }> {
  items = $state.raw<T[]>([])
  /** `loading` until the first answer. Reloading keeps the items. */
  state = $state<'loading' | 'ready' | 'failed'>('loading')
  error = $state.raw<unknown>(null)
  /** The next page is loading. */
  busy = $state(false)
  #next = $state<string | null>(null)
  #fetch: (cursor?: string) => Promise<Page<T>>
  /** Counts loads, to ignore the answer of a load that a later one has overtaken. */
  #loads = 0

  constructor(fetch: (cursor?: string) => Promise<Page<T>>) {
    this.#fetch = fetch
  }

  get hasMore(): boolean {
    return this.#next !== null
  }

  /** Loads the first page again. Never throws: an error is in `state` and `error`. */
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

  /** Loads the next page. @throws what the call throws */
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

  /** Replaces the item with the same id, unless `isOlder` says that the old one is not older; a new item comes first. */
  put(item: T, isOlder: (old: T) => boolean = () => true): void {
    const old = this.items.find(({ id }) => id === item.id)
    if (!old) this.items = [item, ...this.items]
    else if (isOlder(old)) this.items = this.items.map((other) => (other === old ? item : other))
  }

  /** Back to the state before the first load. */
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
