import type { PushMessage } from '@tegenzet/contract'
import { showPush } from '$lib/delivery/push/show-push.ts'
import { version } from '$service-worker'

// Shows notifications while the site is closed, and opens the site from this device: the files of the client in the
// reader's language, the part of each page that is the same for everybody at once, and what the server adds to it when it
// arrives. Answers of the API are kept by the page
// (lib/api/kept-answers.ts), which knows whose they are.

declare const self: ServiceWorkerGlobalScope
/**
 * What is kept: files below `/_app/immutable/LOCALE/`, and patterns of the pages with the indices of the files that they start
 * with (bundling/adapter.js).
 */
declare const __SHELL__: {
  pages: readonly { pattern: string; files: readonly number[] }[]
  files: readonly string[]
}

const PREFIX = 'shell '
const CACHE = PREFIX + version
const PAGES = __SHELL__.pages.map(({ pattern, files }) => ({
  pattern: new RegExp(pattern),
  // biome-ignore lint/style/noNonNullAssertion: the build writes both lists
  files: files.map((index) => __SHELL__.files[index]!),
}))
const LANGUAGE = /^\/(en|nl|de|fr)(?=\/|$)/
/** In the path of a shell. */
const LOCALE = /(\w+)\.html$/
/** After this time without an answer the page is opened from this device. */
const TIMEOUT_MS = 4000
/** A proxy's, while the server does not run. */
const UNREACHABLE = [502, 503, 504]

/** Where the server's part of a page begins (apps/api/src/pages/send-page.ts). */
const OWN_PART = '<!--own-->'
const END = '</body></html>'

const shellPath = (locale: string): string => `/_app/shell/${locale}.html`

/** The shells that are kept, one per language. */
async function keptShells(cache: Cache): Promise<string[]> {
  const requests = await cache.keys()
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/_app/shell/'))
}

/** The host's: it can change, and is kept for readers without a connection. */
const LOGO = '/logo.svg'

/** Keeps the page in a language with all its files, and no page in another language. */
async function keepShell(locale: string): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = shellPath(locale)
  const kept = await keptShells(cache)
  if (!kept.includes(shell))
    await cache.addAll([
      new Request(shell, { cache: 'no-cache' }),
      LOGO,
      ...__SHELL__.files.map((file) => `/_app/immutable/${locale}/${file}`),
    ])
  for (const other of kept) if (other !== shell) await cache.delete(other)
}

self.addEventListener('install', (event) => {
  // A new version is complete before it takes over.
  const prepare = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).at(-1)
    const shells = old ? await keptShells(await caches.open(old)) : []
    for (const shell of shells) {
      const locale = LOCALE.exec(shell)?.[1]
      if (locale) await keepShell(locale)
    }
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
  }
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  const { locale } = event.data as { locale: string }
  // Not on activation, because a page that is just opening would be missed.
  event.waitUntil(self.clients.claim())
  // without a connection it is kept the next time
  event.waitUntil(keepShell(locale).catch(() => {}))
})

self.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined
  if (message) event.waitUntil(showPush(self, message))
})

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
  if (pathname.startsWith('/_app/immutable/')) event.respondWith(answerWithFile(request))
  else if (pathname === LOGO) event.respondWith(fetch(request).catch(() => answerWithFile(request)))
  else if (request.mode === 'navigate') {
    const page = pageAt(pathname)
    if (page) event.respondWith(answerWithPage(event, page))
  }
})

function pageAt(pathname: string): (typeof PAGES)[number] | undefined {
  const path = pathname.replace(LANGUAGE, '').replace(/\/$/, '') || '/'
  return PAGES.find(({ pattern }) => pattern.test(path))
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

/**
 * Answers at once with the part of the page that is kept, so that its scripts start while the server writes the rest. Only
 * the server's part says who is logged in and what they see, so nothing outdated is shown.
 */
async function answerWithPage(event: FetchEvent, { files }: { files: readonly string[] }): Promise<Response> {
  const answer = fetchPage(event)
  const cache = await caches.open(CACHE)
  const [path] = await keptShells(cache)
  const shell = path && (await cache.match(path, { ignoreVary: true }))
  const locale = path?.match(LOCALE)?.[1]
  const asked = new URL(event.request.url).pathname.match(LANGUAGE)?.[1]
  if (!shell || (asked && asked !== locale)) return answer

  const html = await shell.text()
  const links = files
    .map((file) => `/_app/immutable/${locale}/${file}`)
    .filter((href) => !html.includes(href))
    .map((href) => `<link rel="${href.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" href="${href}">`)
  const [start = ''] = html.replace('<!--head-->', links.join('')).split('</body>')
  const rest = readRest(answer, shell, html).then(async (rest) => {
    if (rest !== null) return rest
    // It is kept again after the page has come from the server.
    await cache.delete(path)
    return '<meta http-equiv="refresh" content="0">'
  })
  event.waitUntil(rest)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(start))
      controller.enqueue(encoder.encode(await rest))
      controller.close()
    },
  })
  const headers = new Headers(shell.headers)
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) headers.delete(name)
  return new Response(body, { headers })
}

/**
 * The server's part of a page.
 * @returns null if it does not fit the kept part: after a deployment, in another language, or when the server refuses
 */
async function readRest(answer: Promise<Response>, shell: Response, html: string): Promise<string | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null))
  const response = await Promise.race([answer.catch(() => null), timeout])
  // The page then looks for its answers on this device.
  if (!response || UNREACHABLE.includes(response.status)) return END
  const text = await Promise.race([response.text().catch(() => null), timeout])
  if (text === null) return END
  // The first script's name contains the language, and a hash of all scripts.
  const [script = ''] = html.match(/\bimport\("[^"]+"\)/) ?? []
  const own = text.indexOf(OWN_PART)
  const policy = 'content-security-policy'
  const fits = own >= 0 && text.includes(script) && response.headers.get(policy) === shell.headers.get(policy)
  return fits ? text.slice(own) : null
}

const fetchPage = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request)
