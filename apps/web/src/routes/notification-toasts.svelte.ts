import type { Notification } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { page } from '$app/state'
import { session } from '$lib/api/session.svelte.ts'
import { inbox, NOTIFICATIONS_PATH } from '$lib/delivery/notifications/inbox.svelte.ts'
import { isQuietTime } from '$lib/delivery/notifications/is-quiet-time.ts'
import { notificationHref } from '$lib/delivery/notifications/notification-href.ts'
import { now } from '$lib/now.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { whenever } from './whenever.svelte.ts'

/** If quiet hours held back more notifications than this, one toast counts them. */
const MAX_TOASTS = 3

/**
 * Shows each notification that arrives as a toast, in quiet hours only after their end, and marks as read what the page shows.
 * Call it while the layout is set up.
 */
export function showNotifications(isVisible: () => boolean): void {
  const isNight = $derived(session.account !== null && isQuietTime(now(), session.account))
  /** Notifications that arrived during quiet hours. */
  let held: Notification[] = []

  whenever(
    () => session.account?.id,
    () =>
      inbox.follow((notification) => (isNight ? held.push(notification) : show(notification, isVisible()))),
  )
  whenever(() => !isNight, showHeld)
  $effect(() => {
    if (session.account && isVisible()) inbox.markRead(page.url.pathname)
  })

  function showHeld(): void {
    const ids = new Set(held.map(({ id }) => id))
    held = []
    const unread = inbox.list.items.filter(({ id, readAt }) => ids.has(id) && readAt === null)
    if (unread.length > MAX_TOASTS)
      showToast(m.notifications_unread({ count: unread.length }), 'info', { href: NOTIFICATIONS_PATH })
    else for (const notification of unread) show(notification, isVisible())
  }
}

/** Shows a notification as a toast, unless the page shows it already. */
async function show(notification: Notification, isVisible: boolean): Promise<void> {
  const { pathname } = page.url
  if (pathname === NOTIFICATIONS_PATH || (pathname === `/games/${notification.game}` && isVisible)) return
  const { formatNotification } = await import('$lib/delivery/notifications/format-notification.ts')
  showToast(formatNotification(notification), 'info', { href: notificationHref(notification) })
}
