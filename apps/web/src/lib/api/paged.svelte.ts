interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** Gives the items of a page the ids that a `Paged` tells them apart by. */
export const withIds = <T, Id extends number | string>(
  page: Page<T>,
  idOf: (item: T) => Id,
): Page<T & { id: Id }> => ({ ...page, items: page.items.map((item) => ({ ...item, id: idOf(item) })) })

/** Appends the items of the next page. An item that moved from one page to the other meanwhile is kept once. */
function join<T extends { id: number | string }>(items: T[], more: T[]): T[] {
  const known = new Set(items.map(({ id }) => id))
  return [...items, ...more.filter(({ id }) => !known.has(id))]
}

/** A list that is loaded page by page. */
export class Paged<T extends { id: number | string }> {
  items = $state.raw<T[]>([])
  /** `loading` until the first answer. Reloading keeps the items. `failed` only without any, which may be outdated too. */
  state = $state<'loading' | 'ready' | 'failed'>('loading')
  error = $state.raw<unknown>(null)
  /** The next page is loading. */
  busy = $state(false)
  #next = $state<string | null>(null)
  /** How many pages are shown. */
  #pages = 1
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

  /** Loads all shown pages again. Never throws: an error is in `state` and `error`. */
  async load(): Promise<void> {
    const load = ++this.#loads
    const changes = this.#changes
    const pages = this.#pages
    try {
      let { items, nextCursor } = await this.#fetch()
      for (let page = 1; page < pages && nextCursor !== null; page++) {
        const next = await this.#fetch(nextCursor)
        items = join(items, next.items)
        nextCursor = next.nextCursor
      }
      if (load < this.#shown) return
      // the list changed meanwhile, so the answer may be too old or too short
      if (changes !== this.#changes || pages < this.#pages) return this.load()
      this.#shown = load
      this.items = items
      this.#next = nextCursor
      this.state = 'ready'
      this.error = null
    } catch (error) {
      if (load < this.#shown) return
      this.error = error
      if (this.items.length === 0) this.state = 'failed'
    }
  }

  /** Loads the next page. @throws what the call throws */
  async more(): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      while (this.#next !== null) {
        const shown = this.#shown
        const page = await this.#fetch(this.#next)
        // the list was loaded again meanwhile, perhaps up to another place
        if (shown !== this.#shown) continue
        this.items = join(this.items, page.items)
        this.#next = page.nextCursor
        this.#pages++
        return
      }
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
    if (this.state === 'failed') this.state = 'ready'
  }

  /** Back to the state before the first load. */
  clear(): void {
    this.#shown = ++this.#loads
    this.items = []
    this.#next = null
    this.#pages = 1
    this.state = 'loading'
  }

  drop(id: T['id']): void {
    this.#changes++
    this.items = this.items.filter((item) => item.id !== id)
  }
}
