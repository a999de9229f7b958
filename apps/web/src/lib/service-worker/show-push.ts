/** Written by the server: apps/api/src/delivery/push/read-push.ts. */
export interface PushMessage {
  title: string
  body: string
  url: string
  tag: string
  badge: number
  /** What has this tag is no longer news. */
  withdrawn?: boolean
  /** It takes the place of what is no longer news, and is not news itself. */
  silent?: boolean
}

/** How long the note is shown that takes the place of a withdrawn notification. */
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
  // an open page shows news itself
  const isOpen = windows.some(({ visibilityState }) => visibilityState === 'visible')
  if (isOpen && silent) return close(worker, tag)
  if (isOpen) return
  await worker.registration.showNotification(title, {
    ...{ body, tag, icon: ICON, badge: ICON, data: { url } },
    ...(silent ? { silent } : { renotify: true }),
  })
  // Browsers that see no notification after a push write one of their own, or end the subscription. So a silent note takes
  // the place of what is withdrawn, and goes when the push is over.
  if (withdrawn) setTimeout(() => close(worker, tag), NOTE_MS)
}

async function close({ registration }: Worker, tag: string): Promise<void> {
  for (const notification of await registration.getNotifications({ tag })) notification.close()
}
