import { on } from 'svelte/events'
import { goto } from '$app/navigation'
import { page } from '$app/state'

/**
 * What a page shows, for example its filters, kept in its query string. A choice takes effect at once and the address
 * follows, so the next choice builds on it however slow the navigation is. Create it while the component initialises.
 */
export class AddressState<T> {
  #read: (query: URLSearchParams) => T
  #hrefOf: (value: T) => string
  /** A choice overrides the address until a navigation has changed the address. */
  #current: T = $derived.by(() => this.#read(page.url.searchParams))
  /** Navigations so far. Only the latest one completes. */
  #navigations = 0
  /** A history entry is due: the navigation that adds it is under way or was replaced by a later one. */
  #entryDue = false

  constructor(read: (query: URLSearchParams) => T, hrefOf: (value: T) => string) {
    this.#read = read
    this.#hrefOf = hrefOf
    $effect(() => on(document, 'click', (event) => this.#followLink(event), { capture: true }))
  }

  get current(): T {
    return this.#current
  }

  /** Shows `value` and replaces the address. Aborts a navigation that is still under way. */
  choose(value: T): void {
    this.#current = value
    this.#goto(this.#hrefOf(value), { noScroll: true, keepFocus: true })
  }

  /**
   * Follows a link to this same page at once. SvelteKit waits for a frame first, and its late navigation would
   * overwrite whatever is chosen in the meantime.
   */
  #followLink(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || link.target || link.hasAttribute('download')) return
    const url = new URL(link.href)
    if (url.origin !== page.url.origin || url.pathname !== page.url.pathname || url.hash) return
    event.preventDefault()
    this.#current = this.#read(url.searchParams)
    this.#entryDue ||= url.href !== location.href
    this.#goto(url)
  }

  async #goto(url: string | URL, options: { noScroll?: boolean; keepFocus?: boolean } = {}): Promise<void> {
    const navigation = ++this.#navigations
    await goto(url, { ...options, replaceState: !this.#entryDue })
    if (navigation === this.#navigations) this.#entryDue = false
  }
}
