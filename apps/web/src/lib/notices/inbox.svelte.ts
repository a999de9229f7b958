import type { Notification, NotificationsRead } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'
import { Paged } from '$lib/api/paged.svelte.ts'
import { placeOf } from './say-notice.ts'

/** The page that lists them all. */
export const NOTICES = '/notices'

/** What the reader has been told, and how much of it they have not seen yet, kept up to date for the whole site. */
class Inbox {
  unread = $state(0)
  readonly list = new Paged<Notification>(async (cursor) => {
    const { unread, ...page } = await api.call('listNotices', { query: { cursor } })
    this.unread = unread
    return page
  })

  /** For an effect that reads who is logged in. @param onarrival hears each that comes in @returns what ends it */
  follow(onarrival: (notice: Notification) => void): () => void {
    const connection = live()
    const ends = [
      connection.onEvent((event) => {
        if (event.type === 'notice') this.#arrive(event.notice, onarrival)
        if (event.type === 'notices-read') this.#take(event['notices-read'])
      }),
      connection.onReconnect(() => this.list.load()),
    ]
    this.list.load()
    return () => {
      for (const end of ends) end()
      this.unread = 0
      this.list.clear()
    }
  }

  /** The reader looks at a page: what it shows has been read, which their other devices hear too. */
  async see(path: string): Promise<void> {
    const { items } = this.list
    const [newest] = items
    const ids = items
      .filter((notice) => notice.readAt === null && placeOf(notice) === path)
      .map(({ id }) => id)
    const body =
      path === NOTICES
        ? this.unread > 0 && newest && { upTo: newest.id }
        : ids.length > 0 && { ids: ids.slice(0, 100) }
    if (!body) return
    try {
      const { unread } = await api.call('readNotices', { body })
      this.#take({ upTo: null, ids: null, ...body, unread })
    } catch {
      // They stay unread: nothing is lost by that.
    }
  }

  #arrive(notice: Notification, onarrival: (notice: Notification) => void): void {
    if (this.list.items.some(({ id }) => id === notice.id)) return
    this.list.put(notice)
    this.unread += 1
    onarrival(notice)
  }

  #take({ upTo, ids, unread }: NotificationsRead): void {
    const readAt = new Date().toISOString()
    this.unread = unread
    for (const notice of this.list.items)
      if (notice.readAt === null && (upTo === null ? ids?.includes(notice.id) : notice.id <= upTo))
        this.list.put({ ...notice, readAt })
  }
}

export const inbox = new Inbox()
