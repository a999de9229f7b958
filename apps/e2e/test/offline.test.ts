import type { BrowserContext, Request, Worker } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openProxy } from '../../api/test/server/proxy.ts'
import { createSubscription } from '../../api/test/server/push-service.ts'
import {
  type BrowserPlayer,
  beginGame,
  callApi,
  openGame,
  PASSWORD,
  pickMove,
  playMove,
  registerPlayer,
  waitForMove,
} from '../src/player.ts'
import { useSite } from '../src/site.ts'

// The service worker: the site without a connection, moves that wait, and notifications.

const site = useSite()
let bram: BrowserPlayer

beforeAll(async () => {
  bram = await site.register('bram')
})

/** Waits until the service worker keeps the client. */
const waitForShell = ({ page }: BrowserPlayer) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            (await caches.match('/_app/shell/en.html', { ignoreVary: true })) !== undefined &&
            navigator.serviceWorker.controller !== null,
        ),
      { timeout: 90_000 },
    )
    .toBe(true)

test('games open offline, and a move waits on the device until the server is back', async () => {
  // a request has passed Chromium's offline mode on a busy machine, probably one of a page that was just opening
  const proxy = await openProxy(site.url)
  onTestFinished(proxy.close)
  const anna = await registerPlayer(site.browser, proxy.url, 'anna', { serviceWorkers: 'allow' })
  const { page, context } = anna
  const loseServer = async () => {
    await context.setOffline(true)
    proxy.behave('away')
  }
  const otherDevice = await site.visitor({})
  await callApi(otherDevice, 'POST', '/session', { username: 'anna', password: PASSWORD })
  const [game, other] = [await beginGame(anna, bram, 'muehle'), await beginGame(anna, bram, 'muehle')]
  await openGame(anna, other)
  await openGame(anna, game)
  await waitForShell(anna)

  await loseServer()
  await page.goto('/')
  await page.getByText('You see the last known state.').waitFor()
  await page.getByRole('heading', { name: 'Your move' }).waitFor()
  await page.goto(`/games/${other}`)
  await pickMove(page, 'muehle', 'a7')
  await page.getByRole('button', { name: 'Send move' }).click()
  await page.getByText('not sent yet').waitFor()
  await page.goto(`/games/${game}`)
  await playMove(anna, 'muehle', 'd6')
  await page.getByText('not sent yet').waitFor()
  await page.reload()
  await page.getByText('not sent yet').waitFor()

  await callApi(otherDevice, 'POST', `/games/${other}/moves`, { move: 'g7', ply: 0 })
  proxy.behave('usual')
  await context.setOffline(false)
  await page.getByText('Your move d6 against bram has been sent.').waitFor()
  await page.getByText('Your move a7 against bram was not played:').waitFor()
  await waitForMove(anna, 1, 'd6')
  await page.getByText('You see the last known state.').waitFor({ state: 'detached' })

  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  await loseServer()
  await page.goto(`/games/${game}`)
  await page.getByText('The server cannot be reached.').waitFor()
  expect(await page.getByText('anna').count()).toBe(0)
})

test('a page from this device is never outdated: after a deployment, in another language, for another account', async () => {
  const dora = await site.register('dora', { serviceWorkers: 'allow' })
  const { page, context } = dora
  const game = await beginGame(dora, bram, 'muehle')
  await openGame(dora, game)
  await waitForShell(dora)
  /** The page's language, and how many documents it took. */
  const open = async (path: string) => {
    let documents = 0
    const count = (request: Request) => {
      if (request.isNavigationRequest()) documents++
    }
    page.on('request', count)
    await page.goto(site.url + path)
    await page.locator('#app footer').waitFor()
    page.off('request', count)
    const language = await page.evaluate(() => document.documentElement.lang)
    const kept = await page.evaluate(
      () => performance.getEntriesByType('navigation').at(0)?.toJSON().transferSize === 0,
    )
    return { language, documents, kept }
  }
  expect(await open(`/games/${game}`)).toEqual({ language: 'en', documents: 1, kept: true })

  // what an older server wrote
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('shell '))!
    const cache = await caches.open(name)
    const shell = (await cache.match('/_app/shell/en.html', { ignoreVary: true }))!
    const html = (await shell.text()).replace(
      /import\("[^"]+"\)/,
      'import("/_app/immutable/en/chunks/old.js")',
    )
    await cache.put('/_app/shell/en.html', new Response(html, { headers: shell.headers }))
  })
  expect(await open(`/games/${game}`)).toEqual({ language: 'en', documents: 2, kept: false })
  await waitForShell(dora)

  await callApi(dora, 'PATCH', '/account', { language: 'de' })
  expect(await open(`/games/${game}`)).toEqual({ language: 'de', documents: 2, kept: false })

  await context.clearCookies({ name: 'tegenzet.session' })
  expect(await open('/')).toMatchObject({ language: 'de' })
  expect(await page.getByText('dora').count()).toBe(0)
})

/** Delivers messages to the service worker of the context's page as a push service would. */
async function openPushDelivery(context: BrowserContext): Promise<(message: object) => Promise<unknown>> {
  const devTools = await context.newCDPSession(context.pages()[0]!)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (message) =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin: site.url,
      registrationId,
      data: JSON.stringify(message),
    })
}

/** Records what the worker asks of the desktop: the headless shell has no notifications, icon or new windows. */
const recordDesktop = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as any
    scope.recorded = []
    const record =
      (name: string) =>
      async (...values: unknown[]) => {
        scope.recorded.push([name, ...values])
      }
    scope.registration.showNotification = record('show')
    scope.navigator.setAppBadge = record('badge')
    scope.clients.openWindow = record('open')
  })
const recorded = (worker: Worker): Promise<unknown[]> => worker.evaluate(() => (self as any).recorded)

/** Dispatches an event that only a person or a push service can cause. */
const dispatch = (worker: Worker, type: string, endpoint?: object) =>
  worker.evaluate(
    ([type, json]) => {
      const notification = { data: { url: '/games/1' }, close() {} }
      const newSubscription = { toJSON: () => json }
      const event = new (self as any).ExtendableEvent(type)
      self.dispatchEvent(Object.assign(event, { notification, newSubscription }))
    },
    [type, endpoint] as const,
  )

test('after the first move a player turns notifications on, gets them, and turns them off', async () => {
  const cleo = await site.register('cleo', { serviceWorkers: 'allow' })
  const { page, context } = cleo
  await context.grantPermissions(['notifications'])
  // there is no push service to reach
  await page.addInitScript((json) => {
    PushManager.prototype.subscribe = async () =>
      ({ ...json, toJSON: () => json }) as unknown as PushSubscription
    // without a head it is denied, whatever was granted
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
  }, createSubscription('https://push.example/cleo').json)
  const game = await beginGame(cleo, bram, 'muehle')
  await openGame(cleo, game)
  await waitForShell(cleo)
  await playMove(cleo, 'muehle', 'd6')
  await page.getByText('Get a message when bram has moved?').waitFor()
  await page.getByRole('button', { name: 'Notify me here' }).click()
  await page.getByText('Notifications are on for this device.').waitFor()
  await page.goto('/account/reminders')
  await page.getByText('this device', { exact: true }).waitFor()
  await page.getByText(/^On since /).waitFor()

  const [worker] = context.serviceWorkers()
  await recordDesktop(worker!)
  const deliver = await openPushDelivery(context)
  const message = { title: 'Your move against bram', body: 'muehle', url: '/games/1', tag: '/games/1' }
  await deliver({ ...message, badge: 2 })
  // the open page shows it too
  const quiet = [
    ['badge', 2],
    ['show', message.title, expect.objectContaining({ tag: '/games/1', silent: true })],
  ]
  await expect.poll(() => recorded(worker!)).toEqual(quiet)
  const reminders = page.url()
  await page.goto('about:blank')
  await deliver({ ...message, badge: 3 })
  const shown = { body: 'muehle', tag: '/games/1', renotify: true, data: { url: '/games/1' } }
  const calls = [...quiet, ['badge', 3], ['show', message.title, expect.objectContaining(shown)]]
  await expect.poll(() => recorded(worker!)).toEqual(calls)
  await dispatch(worker!, 'notificationclick')
  await expect.poll(() => recorded(worker!)).toEqual([...calls, ['open', `${site.url}/games/1`]])

  // another address at the push service
  const { json } = createSubscription('https://push.example/cleo-2')
  await dispatch(worker!, 'pushsubscriptionchange', json)
  await expect
    .poll(() => callApi(cleo, 'GET', '/account/push-subscriptions'))
    .toMatchObject({ items: [{ endpoint: 'https://push.example/cleo-2', current: true }] })
  await page.goto(reminders)
  await page.getByRole('button', { name: /^Remove: Chrom/ }).click()
  await page.getByRole('button', { name: 'Notify me on this device' }).waitFor()
})
