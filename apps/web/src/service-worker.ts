import { version } from '$service-worker'

// Shows notifications while the site is closed, and opens the site from this device: the files of the client in the
// reader's language, and the page while the server cannot be reached. Answers of the API are kept by the page
// (lib/api/kept-answers.ts), which knows whose they are.

declare const self: ServiceWorkerGlobalScope
/** What is kept: patterns of the pages, and their files below `/_app/immutable/LOCALE/` (bundling/adapter.js). */
declare const __SHELL__: { pages: readonly string[]; files: readonly string[] }

const PREFIX = 'shell '
const CACHE = PREFIX + version
const PAGES = __SHELL__.pages.map((pattern) => new RegExp(pattern))
const LANGUAGE = /^\/(en|nl|de|fr)(?=\/|$)/
/** After this time without an answer the page is opened from this device. */
const TIMEOUT_MS = 4000
/** A proxy's, while the server does not run. */
const UNREACHABLE = [502, 503, 504]

const shellPath = (locale: string): string => `/_app/shell/${locale}.html`

/** The shells that are kept, one per language. */
async function keptShells(cache: Cache): Promise<string[]> {
  const requests = await cache.keys()
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/_app/shell/'))
}

/** Keeps the page in a language with all its files, and no page in another language. */
async function keepShell(locale: string): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = shellPath(locale)
  const kept = await keptShells(cache)
  if (!kept.includes(shell))
    await cache.addAll([
      new Request(shell, { cache: 'no-cache' }),
      '/icon.svg',
      ...__SHELL__.files.map((file) => `/_app/immutable/${locale}/${file}`),
    ])
  for (const other of kept) if (other !== shell) await cache.delete(other)
}

self.addEventListener('install', (event) => {
  // A new version is complete before it takes over.
  const prepare = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).at(-1)
    const shells = old ? await keptShells(await caches.open(old)) : []
    for (const shell of shells) await keepShell(shell.match(/(\w+)\.html$/)![1]!)
    await self.skipWaiting()
  }
  event.waitUntil(prepare())
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    // Open pages still need the files of the version before.
    const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
    for (const name of others.slice(0, -1)) await caches.delete(name)
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  const { locale } = event.data as { locale: string }
  // without a connection it is kept the next time
  event.waitUntil(keepShell(locale).catch(() => {}))
})

/** Written by the server: apps/api/src/delivery/push/read-push.ts. */
interface PushMessage {
  title: string
  body: string
  url: string
  tag: string
  badge: number
}

self.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined
  if (message) event.waitUntil(showMessage(message))
})

async function showMessage({ title, body, url, tag, badge }: PushMessage): Promise<void> {
  // not awaited: a browser without badges may never answer
  self.navigator.setAppBadge?.(badge).catch(() => {})
  const windows = await self.clients.matchAll({ type: 'window' })
  // An open page shows it itself.
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const icon = '/icon-192.png'
  const options = { body, tag, renotify: true, icon, badge: icon, data: { url } }
  await self.registration.showNotification(title, options)
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

/**
 * The push service has given this browser another address, or ended the old one: tells the server, if the account that is
 * logged in has turned notifications on here.
 */
async function renewSubscription({
  oldSubscription,
  newSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  const { pushManager } = self.registration
  const path = '/api/v1/account/push-subscriptions'
  const answer = await fetch(path)
  if (!answer.ok && answer.status !== 401) return
  const { items = [] } = (await answer.json()) as { items?: { current: boolean }[] }
  const isWanted = items.some(({ current }) => current)
  const subscription =
    newSubscription ?? (isWanted && oldSubscription && (await pushManager.subscribe(oldSubscription.options)))
  if (!subscription) return
  // The player has logged out, or somebody else has logged in.
  if (!isWanted) {
    await subscription.unsubscribe()
    return
  }
  const { endpoint, keys } = subscription.toJSON()
  await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

self.addEventListener('notificationclick', (event) => {
  const { url } = event.notification.data as { url: string }
  event.notification.close()
  event.waitUntil(openPage(new URL(url, self.location.origin).href))
})

async function openPage(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find((window) => window.url === url)
  if (open) await open.focus()
  else await self.clients.openWindow(url)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/_app/immutable/') || pathname === '/icon.svg')
    event.respondWith(answerWithFile(request))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(answerWithPage(event))
})

function isPage(pathname: string): boolean {
  const path = pathname.replace(LANGUAGE, '').replace(/\/$/, '') || '/'
  return PAGES.some((pattern) => pattern.test(path))
}

/** Files never change: those of the version before are still good for its open pages. */
async function answerWithFile(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(CACHE)
    await cache.put(request.url, response.clone())
  }
  return response
}

async function answerWithPage(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE)
  const [path] = await keptShells(cache)
  const shell = path && (await cache.match(path, { ignoreVary: true }))
  const answer = fetchPage(event)
  if (!shell) return answer
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null))
  const response = await Promise.race([answer.catch(() => null), timeout])
  return response && !UNREACHABLE.includes(response.status) ? response : shell
}

const fetchPage = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request)
