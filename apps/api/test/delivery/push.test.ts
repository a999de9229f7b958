import type { PushSubscription } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remind } from '../../src/delivery/reminders/remind.ts'
import { type Browser, openBrowser } from '../people/oauth-app.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { branch, play, setConditionalMoves, waitUntilPlayed } from '../play/conditional-moves.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import {
  createSubscription,
  type PushService,
  startPushService,
  vapidClaims,
} from '../server/push-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let service: PushService
let anna: TestPlayer
let bram: TestPlayer
let browser: Browser
let serial = 0

beforeAll(async () => {
  server = await startServer({
    jobs: ['outbox', 'conditional-moves', 'pushes'],
    env: { WEBHOOKS_ALLOW: 'loopback' },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  serial++
  service = await startPushService()
  anna = await server.player(`anna${serial}`)
  bram = await server.player(`bram${serial}`)
  browser = await openBrowser(server, anna)
  return () => service.close()
})

const subscribe = async (on: Browser, path: string) => {
  const subscription = createSubscription(service.url + path)
  const { status, body } = await on.call('addPushSubscription', { body: subscription.json })
  expect(status, JSON.stringify(body)).toBe(201)
  return subscription
}
const list = async () => (await browser.call('listPushSubscriptions')).body
/** From now on for some hours. */
const setQuietHours = (hours: number) => {
  const hour = server.clock.now().getUTCHours()
  const at = (plus: number) => `${String((hour + plus) % 24).padStart(2, '0')}:00`
  return anna.call('updateAccount', { body: { timezone: 'UTC', quietHours: { from: at(0), to: at(hours) } } })
}
const paths = () => service.received.map(({ path }) => path)
/** Queued messages: those that are due or being sent, and those that wait. */
const jobs = async () => {
  const [row] = await server.database.prisma.$queryRaw<[{ due: number; waiting: number }]>`
    SELECT count(*) FILTER (WHERE state = 'active' OR start_after <= now())::int AS due,
      count(*) FILTER (WHERE state < 'active' AND start_after > now())::int AS waiting
    FROM pgboss.job WHERE name = 'pushes' AND state < 'completed'`
  return row
}
/** Delivers all events, and sends the messages that are due after the short wait. @param waiting how many remain */
const settle = async (waiting = 0) => {
  await waitUntilPlayed(server.database)
  await server.advanceTime(6000)
  await expect.poll(jobs).toEqual({ due: 0, waiting })
}

describe('a message', () => {
  test('comes once to each browser, encrypted and signed, when it is the player’s turn', async () => {
    const phone = await subscribe(browser, '/phone')
    const desk = await openBrowser(server, anna)
    await subscribe(desk, '/desk')
    const game = await beginGame(bram, anna)
    await play(bram, game, 'd6', 0)
    await settle()
    // the challenge is no news any more
    expect(paths().sort()).toEqual(['/desk', '/phone'])
    const turn = service.received.find(({ path }) => path === '/phone')
    const address = `/games/${game.id}`
    expect(phone.decrypt(turn!.body)).toEqual({
      title: `Your move against ${bram.username}`,
      body: expect.stringContaining(`${bram.username} has moved`),
      url: address,
      tag: address,
      badge: 1,
    })
    expect(turn!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { publicKey } = await list()
    expect(vapidClaims(turn!, publicKey)).toMatchObject({
      aud: service.url,
      sub: expect.stringMatching(/^(mailto|https):/),
    })
    expect((await list()).publicKey).toBe(publicKey)
  })

  test('does not repeat what a player wrote, and does not come once it was read', async () => {
    const game = await beginGame(bram, anna)
    await settle()
    const phone = await subscribe(browser, '/phone')
    const say = () => bram.call('sendMessage', { params: { id: game.id }, body: { text: 'Meet me at nine' } })
    await say()
    await settle()
    expect(paths()).toEqual(['/phone'])
    const shown = JSON.stringify(phone.decrypt(service.received[0]!.body))
    expect(shown).toContain(bram.username)
    expect(shown).not.toContain('Meet')
    const { items } = (await anna.call('listNotices')).body
    await anna.call('readNotices', { body: { upTo: items[0].id } })
    await say()
    await waitUntilPlayed(server.database)
    const [newest] = (await anna.call('listNotices')).body.items
    await anna.call('readNotices', { body: { upTo: newest.id } })
    await settle()
    // the first one is withdrawn, and the second never comes
    const withdrawn = service.received.map(({ body }) => phone.decrypt(body).withdrawn ?? false)
    expect(withdrawn).toEqual([false, true])
  })

  test('does not come for a draw offer that was answered on another device', async () => {
    const game = await beginGame(bram, anna)
    await settle()
    await subscribe(browser, '/phone')
    const offer = () => bram.call('offerDraw', { params: { id: game.id }, body: {} })
    const { body } = await offer()
    await waitUntilPlayed(server.database)
    const params = { id: body.game.drawOffer.id }
    expect((await anna.call('declineDrawOffer', { params, body: {} })).status).toBe(200)
    await settle()
    expect(paths()).toEqual([])
  })

  test('waits for the end of quiet hours, and is dropped if the player moves before', async () => {
    const [one, other] = [await beginGame(bram, anna), await beginGame(bram, anna)]
    await settle()
    await setQuietHours(8)
    await subscribe(browser, '/phone')
    await play(bram, one, 'd6', 0)
    await play(bram, other, 'd6', 0)
    await settle(2)
    expect(paths()).toEqual([])
    await play(anna, other, 'f4', 1)
    await server.advanceTime(9 * HOUR)
    await settle()
    expect(paths()).toEqual(['/phone'])
  })

  test('waits for the end of days off, unless it is a reminder', async () => {
    const soon = await beginGame(bram, anna, { clock: { kind: 'per-move', days: 1 } })
    const later = await beginGame(bram, anna)
    await settle()
    const today = server.clock.now().getUTCDay()
    const daysOff = [today, today + 1].map((day) => ((day + 6) % 7) + 1)
    await anna.call('updateAccount', { body: { timezone: 'UTC', daysOff } })
    const phone = await subscribe(browser, '/phone')
    for (const game of [soon, later]) await play(bram, game, 'd6', 0)
    await settle(2)
    await server.advanceTime(13 * HOUR)
    await remind(server.deps, server.store)
    await settle(2)
    const titles = () =>
      service.received.map(({ body }) => phone.decrypt(body)).map(({ title, url }) => ({ title, url }))
    const reminder = { title: expect.stringMatching(/^It is your move/), url: `/games/${soon.id}` }
    expect(titles()).toEqual([reminder])
    await play(anna, soon, 'f4', 1)
    await settle(2)
    await server.advanceTime(2 * DAY)
    await settle()
    expect(titles()).toEqual([
      reminder,
      { title: 'Already settled', url: `/games/${soon.id}` },
      { title: `Your move against ${bram.username}`, url: `/games/${later.id}` },
    ])
  })

  test('comes in quiet hours if it is a reminder that cannot wait for their end', async () => {
    const soon = await beginGame(bram, anna, { clock: { kind: 'per-move', days: 1 } })
    const other = await beginGame(bram, anna)
    await play(bram, soon, 'd6', 0)
    await settle()
    await server.advanceTime(20 * HOUR)
    await setQuietHours(8)
    const phone = await subscribe(browser, '/phone')
    await play(bram, other, 'd6', 0)
    await remind(server.deps, server.store)
    await settle(1)
    const urls = () => service.received.map(({ body }) => phone.decrypt(body).url)
    expect(urls()).toEqual([`/games/${soon.id}`])
    await server.advanceTime(9 * HOUR)
    await settle()
    expect(urls()).toContain(`/games/${other.id}`)
  })

  test('does not come if a conditional move has answered', async () => {
    const game = await beginGame(bram, anna)
    await settle()
    await subscribe(browser, '/phone')
    await setConditionalMoves(anna, game, 0, branch('d6', 'f4'))
    await play(bram, game, 'd6', 0)
    await settle()
    const { items } = (await anna.call('listMoves', { params: { id: game.id } })).body
    expect([items.length, paths()]).toEqual([2, []])
  })
})

describe('what a browser shows', () => {
  const received = (of: ReturnType<typeof createSubscription>, path: string) =>
    service.received.filter((each) => each.path === path).map(({ body }) => of.decrypt(body))

  test('is withdrawn after the move was made elsewhere, but not from the browser that made it', async () => {
    const phone = await subscribe(browser, '/phone')
    const desk = await openBrowser(server, anna)
    await subscribe(desk, '/desk')
    const game = await beginGame(bram, anna)
    await play(bram, game, 'd6', 0)
    await settle()
    expect(paths().sort()).toEqual(['/desk', '/phone'])
    const sent = await desk.call('playMove', { params: { id: game.id }, body: { move: 'f4', ply: 1 } })
    expect(sent.status).toBe(201)
    await settle()
    expect(paths().sort()).toEqual(['/desk', '/phone', '/phone'])
    const address = `/games/${game.id}`
    expect(received(phone, '/phone')[1]).toEqual({
      title: 'Already settled',
      body: '',
      url: address,
      tag: address,
      badge: 0,
      withdrawn: true,
    })
    await play(bram, game, 'b6', 2)
    await settle()
    expect(received(phone, '/phone')[2]).toMatchObject({ tag: address, badge: 1 })
  })

  test('is withdrawn once it was read elsewhere, also in quiet hours, and stays while it is news', async () => {
    const game = await beginGame(bram, anna)
    const other = await beginGame(bram, anna)
    await settle()
    const phone = await subscribe(browser, '/phone')
    for (const { id } of [game, other])
      await bram.call('sendMessage', { params: { id }, body: { text: 'Succes!' } })
    await settle()
    const { items } = (await anna.call('listNotices')).body
    const about = items.find((each: { game: number }) => each.game === game.id)
    const hour = server.clock.now().getUTCHours()
    const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`
    await anna.call('updateAccount', { body: { timezone: 'UTC', quietHours: { from: at(0), to: at(8) } } })
    await anna.call('readNotices', { body: { ids: [about.id] } })
    await settle()
    const messages = received(phone, '/phone')
    expect(messages.map(({ tag, withdrawn }) => [tag, withdrawn]).sort()).toEqual(
      [
        [`/games/${game.id}`, undefined],
        [`/games/${game.id}`, true],
        [`/games/${other.id}`, undefined],
      ].sort(),
    )
  })

  test('becomes the turn again, silently, once an offer of a draw was declined elsewhere', async () => {
    const game = await beginGame(bram, anna)
    await settle()
    const phone = await subscribe(browser, '/phone')
    const address = `/games/${game.id}`
    const params = { id: game.id }
    await bram.call('playMove', { params, body: { move: 'd6', ply: 0, offerDraw: true } })
    await settle()
    const before = received(phone, '/phone').length
    const { drawOffer } = (await anna.call('getGame', { params })).body
    expect((await anna.call('declineDrawOffer', { params: { id: drawOffer.id }, body: {} })).status).toBe(200)
    await settle()
    const after = received(phone, '/phone').slice(before)
    expect(after).toEqual([
      {
        title: `Your move against ${bram.username}`,
        body: expect.stringContaining(`${bram.username} has moved`),
        url: address,
        tag: address,
        badge: 1,
        silent: true,
      },
    ])
    await play(anna, game, 'f4', 1)
    await settle()
    expect(received(phone, '/phone').at(-1)).toMatchObject({ tag: address, badge: 0, withdrawn: true })
  })

  test('is withdrawn from a browser that has used the game’s page without moving', async () => {
    const game = await beginGame(bram, anna)
    const phone = await subscribe(browser, '/phone')
    await play(bram, game, 'd6', 0)
    await settle()
    const said = { params: { id: game.id }, body: { text: 'Succes!' } }
    expect((await browser.call('sendMessage', said)).status).toBe(201)
    await settle()
    await play(anna, game, 'f4', 1)
    await settle()
    expect(received(phone, '/phone').map(({ withdrawn }) => withdrawn ?? false)).toEqual([false, true])
  })

  test('is withdrawn if it was settled while it was sent', async () => {
    const game = await beginGame(bram, anna)
    const phone = await subscribe(browser, '/phone')
    await settle()
    service.whileSending = async () => {
      service.whileSending = undefined
      await play(anna, game, 'f4', 1)
      await waitUntilPlayed(server.database)
    }
    await play(bram, game, 'd6', 0)
    await settle()
    // what has happened while it was sent waits for its own look
    await settle()
    expect(received(phone, '/phone').map(({ withdrawn }) => withdrawn ?? false)).toEqual([false, true])
  })
})

test('what a notification asks for is read once it is settled, however that was', async () => {
  const game = await beginGame(bram, anna)
  const unread = async () => {
    await waitUntilPlayed(server.database)
    const { items } = (await anna.call('listNotices', { query: { limit: 100 } })).body
    return items
      .filter(({ readAt }: { readAt: string | null }) => readAt === null)
      .map(({ kind }: { kind: string }) => kind)
  }
  await anna.call('readNotices', { body: { upTo: 2 ** 31 - 1 } })
  const { body } = await bram.call('offerDraw', { params: { id: game.id }, body: {} })
  expect(await unread()).toEqual(['draw-offered'])
  await anna.call('declineDrawOffer', { params: { id: body.game.drawOffer.id }, body: {} })
  await expect.poll(unread).toEqual([])
  const clock = { kind: 'per-move', days: 3 } as const
  const challenge = await bram.call('createChallenge', {
    body: { rules: 'muehle', opponent: anna.username, clock },
  })
  expect(await unread()).toEqual(['challenge-received'])
  await bram.call('withdrawChallenge', { params: { id: challenge.body.id } })
  await expect.poll(unread).toEqual([])
})

describe('a subscription', () => {
  test('is listed and removed by its account only, and ends with its session', async () => {
    const { json } = await subscribe(browser, '/phone')
    await subscribe(browser, '/phone')
    expect((await list()).items).toEqual([
      expect.objectContaining({ endpoint: json.endpoint, current: true }),
    ])
    const stranger = await openBrowser(server, bram)
    const request = { body: { endpoint: json.endpoint } }
    expect((await stranger.call('removePushSubscription', request)).status).toBe(404)
    expect((await browser.call('removePushSubscription', request)).status).toBe(204)
    expect((await list()).items).toEqual([])
    await subscribe(browser, '/phone')
    await browser.call('logOut')
    expect(
      await server.database.prisma.pushSubscription.count({ where: { accountId: anna.accountId } }),
    ).toBe(0)
  })

  test('is one of ten of its account: one more replaces the oldest', async () => {
    const browsers = [browser]
    while (browsers.length < 11) browsers.push(await openBrowser(server, anna))
    for (const [n, each] of browsers.entries()) await subscribe(each, `/${n}`)
    const endpoints = (await list()).items.map(({ endpoint }: { endpoint: string }) => endpoint)
    expect(endpoints).toEqual(Array.from({ length: 10 }, (_, n) => `${service.url}/${10 - n}`))
  })

  test('is refused at a private address and with keys that are none', async () => {
    const { json } = createSubscription('https://10.0.0.1/push')
    const refused = await browser.call('addPushSubscription', { body: json })
    expect([refused.status, refused.body.code]).toEqual([422, 'url-refused'])
    const keys = { ...json.keys, p256dh: 'A'.repeat(87) }
    const endpoint = `${service.url}/x`
    const odd = await browser.call('addPushSubscription', { body: { endpoint, keys } })
    expect([odd.status, odd.body.code]).toEqual([400, 'validation'])
  })

  test('is tried again while its service fails, and removed once it is gone', async () => {
    const game = await beginGame(bram, anna)
    await settle()
    await subscribe(browser, '/phone')
    service.status = 503
    await play(bram, game, 'd6', 0)
    await settle(1)
    expect(paths()).toEqual(['/phone'])
    service.status = 410
    await server.advanceTime(2 * MINUTE)
    await settle()
    expect(paths()).toEqual(['/phone', '/phone'])
    expect((await list()).items).toEqual([])
  })

  test.each([401, 403])(
    'ends once its service has answered %d for two days, and its owner is told once',
    async (status) => {
      const game = await beginGame(bram, anna)
      await settle()
      await subscribe(browser, '/phone')
      const say = async () => {
        await bram.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
        await waitUntilPlayed(server.database)
        await settle()
        // a second message would otherwise be about the same unread notification
        await anna.call('readNotices', { body: { upTo: 2 ** 31 - 1 } })
        await settle()
      }
      const shown = async () => (await list()).items.map((each: PushSubscription) => each.refusedSince)
      const told = async () => ({
        notices: (await anna.call('listNotices')).body.items.filter(
          ({ kind }: any) => kind === 'push-broken',
        ),
        mails: await server.database.prisma.mail.findMany({
          where: { accountId: anna.accountId, kind: 'push-broken' },
        }),
      })
      const refuse = async () => {
        service.status = status
        await say()
      }
      await refuse()
      expect(await shown()).toEqual([expect.any(String)])
      await server.advanceTime(DAY)
      service.status = 201
      await say()
      expect(await shown()).toEqual([null])
      await refuse()
      const [since] = await shown()
      await server.advanceTime(2 * DAY - HOUR)
      await refuse()
      expect(await shown()).toEqual([since])
      expect(await told()).toEqual({ notices: [], mails: [] })
      await server.advanceTime(HOUR)
      await refuse()
      expect(await shown()).toEqual([])
      const before = paths().length
      await refuse()
      expect(paths()).toHaveLength(before)
      expect(await told()).toMatchObject({
        notices: [{ params: { name: null } }],
        mails: [{ subject: expect.stringMatching(/^Notifications no longer arrive: /) }],
      })
    },
  )
})

test('services that never answer do not hold up others', async () => {
  const silent = await startPushService()
  silent.status = null
  const phone = await subscribe(browser, '/phone')
  const crowd = []
  for (let n = 0; n < 12; n++) {
    const player = await server.player(`crowd${n}`)
    for (let i = 0; i < 4; i++) {
      const { json } = createSubscription(`${silent.url}/${n}-${i}`)
      await (await openBrowser(server, player)).call('addPushSubscription', { body: json })
    }
    crowd.push(await beginGame(bram, player))
  }
  const game = await beginGame(bram, anna)
  await waitUntilPlayed(server.database)
  await server.database.prisma.$executeRaw`DELETE FROM pgboss.job WHERE name = 'pushes'`
  for (const each of crowd) await play(bram, each, 'd6', 0)
  await waitUntilPlayed(server.database)
  await play(bram, game, 'd6', 0)
  await waitUntilPlayed(server.database)
  await server.advanceTime(6000)
  try {
    // 48 messages of ten seconds each, ten at a time, would take longer
    await expect.poll(paths).toEqual(['/phone'])
    expect(phone.decrypt(service.received[0]!.body).url).toBe(`/games/${game.id}`)
    // the others have had no answer and wait in their own lane
    expect((await jobs()).due).toBeGreaterThan(30)
    expect(silent.received.length).toBeGreaterThan(5)
  } finally {
    await silent.close()
    await server.database.prisma
      .$executeRaw`DELETE FROM pgboss.job WHERE name = 'pushes' AND state < 'active'`
  }
})
