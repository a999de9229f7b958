import type { Notification, NotificationsRead } from '@tegenzet/contract'
import { notifications } from '@tegenzet/pages/every-page'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { Paged } from '$lib/api/paged.svelte.ts'
import { notificationHref } from './notification-href.ts'

/** The page with all notifications. */
export const NOTIFICATIONS_PATH = '/notices'

/** The reader's notifications, kept up to date on every page. */
class Inbox {
  unread = $state(0)
  readonly list = new Paged<Notification>(async (cursor) => {
    const { unread, ...page } = await api.call(...notifications(cursor))
    this.unread = unread
    return page
  })

  /** Call in an effect, while somebody is logged in. @returns a function that stops it */
  follow(onadd: (notification: Notification) => void): () => void {
    const end = followLive(
      (event) => {
        if (event.type === 'notice') this.#add(event.notice, onadd)
        if (event.type === 'notices-read') this.#applyRead(event['notices-read'])
      },
      () => this.list.load(),
    )
    this.list.load()
    return () => {
      end()
      this.unread = 0
      this.list.clear()
    }
  }

  /** Marks as read what the page at `path` shows. The reader's other devices follow. */
  async markRead(path: string): Promise<void> {
    const { items } = this.list
    const [newest] = items
    const ids = items
      .filter((notification) => notification.readAt === null && notificationHref(notification) === path)
      .map(({ id }) => id)
    const body =
      path === NOTIFICATIONS_PATH
        ? this.unread > 0 && newest && { upTo: newest.id }
        : ids.length > 0 && { ids: ids.slice(0, 100) }
    if (!body) return
    try {
      const { unread } = await api.call('readNotices', { body })
      this.#applyRead({ upTo: null, ids: null, ...body, unread })
    } catch {
      // They stay unread.
    }
  }

  #add(notification: Notification, onadd: (notification: Notification) => void): void {
    if (this.list.items.some(({ id }) => id === notification.id)) return
    this.list.put(notification)
    this.unread += 1
    onadd(notification)
  }

  #applyRead({ upTo, ids, unread }: NotificationsRead): void {
    const readAt = new Date().toISOString()
    this.unread = unread
    for (const notification of this.list.items)
      if (
        notification.readAt === null &&
        (upTo === null ? ids?.includes(notification.id) : notification.id <= upTo)
      )
        this.list.put({ ...notification, readAt })
  }
}

export const inbox = new Inbox()
