interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** Gives the items of a page the ids that a `Paged` tells them apart by. */
export const withIds = <T, Id extends number | string>(
  page: Page<T>,
  idOf: (item: T) => Id,
): Page<T & { id: Id }> => ({ ...page, items: page.items.map((item) => ({ ...item, id: idOf(item) })) })

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
  #loads = 0
  /** The last load whose answer is shown. Answers of earlier loads are ignored. */
  #shown = 0
  /** Counts changes of single items. */
  #changes = 0

  constructor(fetch: (cursor?: string) => Promise<Page<T>>) {
    this.#fetch = fetch
  }

  get hasMore(): boolean {
    return this.#next !== null
  }

  /** Loads the first page again. Never throws: an error is in `state` and `error`. */
  async load(): Promise<void> {
    const load = ++this.#loads
    const changes = this.#changes
    try {
      const page = await this.#fetch()
      if (load < this.#shown) return
      // an item changed meanwhile, so the answer may be too old
      if (changes !== this.#changes) return this.load()
      this.#shown = load
      this.items = page.items
      this.#next = page.nextCursor
      this.state = 'ready'
      this.error = null
    } catch (error) {
      if (load < this.#shown) return
      this.error = error
      if (this.state === 'loading') this.state = 'failed'
    }
  }

  /** Loads the next page. @throws what the call throws */
  async more(): Promise<void> {
    if (this.#next === null || this.busy) return
    const shown = this.#shown
    this.busy = true
    try {
      const page = await this.#fetch(this.#next)
      if (shown !== this.#shown) return
      const known = new Set(this.items.map((item) => item.id))
      this.items = [...this.items, ...page.items.filter((item) => !known.has(item.id))]
      this.#next = page.nextCursor
    } finally {
      this.busy = false
    }
  }

  /** Replaces the item with the same id, unless `isOlder` says that the old one is not older; a new item comes first. */
  put(item: T, isOlder: (old: T) => boolean = () => true): void {
    this.#changes++
    const old = this.items.find(({ id }) => id === item.id)
    if (!old) this.items = [item, ...this.items]
    else if (isOlder(old)) this.items = this.items.map((other) => (other === old ? item : other))
  }

  /** Back to the state before the first load. */
  clear(): void {
    this.#shown = ++this.#loads
    this.items = []
    this.#next = null
    this.state = 'loading'
  }

  drop(id: T['id']): void {
    this.#changes++
    this.items = this.items.filter((item) => item.id !== id)
  }
}
