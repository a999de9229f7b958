import type { PushMessage } from '@tegenzet/contract'

/** How long the note is shown that replaces a withdrawn notification. */
const NOTE_MS = 1500
const ICON = '/icon-192.png'

/** What it uses of the service worker's global scope, whose types are not those of pages. */
interface Worker {
  navigator: { setAppBadge?(count: number): Promise<void> }
  clients: { matchAll(options: { type: 'window' }): Promise<readonly { visibilityState: string }[]> }
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>
}

/** Shows or withdraws a notification, and sets the number on the icon. */
export async function showPush(worker: Worker, message: PushMessage): Promise<void> {
  const { title, body, url, tag, badge, withdrawn = false, silent = withdrawn } = message
  // not awaited: a browser without badges may never answer
  worker.navigator.setAppBadge?.(badge).catch(() => {})
  const windows = await worker.clients.matchAll({ type: 'window' })
  const isOpen = windows.some(({ visibilityState }) => visibilityState === 'visible')
  // After a push without a notification, browsers show one of their own or end the subscription: iOS after three, also while
  // a page is open.
  await worker.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: ICON,
    data: { url },
    ...(silent || isOpen ? { silent: true } : { renotify: true }),
  })
  // an open page shows news itself
  if (isOpen) return close(worker, tag)
  // a silent note replaces what is withdrawn, for a moment
  if (withdrawn) setTimeout(() => close(worker, tag), NOTE_MS)
}

async function close({ registration }: Worker, tag: string): Promise<void> {
  for (const notification of await registration.getNotifications({ tag })) notification.close()
}
