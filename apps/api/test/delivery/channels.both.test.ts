import { CHANNEL_FORMATS, type ChannelFormat, type Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChannel } from '../../src/delivery/channels/manage-channels.ts'
import { localMoment } from '../../src/delivery/notification-mail/format-mailed-notification.ts'
import { remind } from '../../src/delivery/reminders/remind.ts'
import { type Browser, openBrowser } from '../people/oauth-app.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { branch, play, setConditionalMoves, waitUntilPlayed } from '../play/conditional-moves.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Receiver, startReceiver } from '../server/webhook-receiver.ts'
import { ADDRESSES, RECEIVED, TOKEN } from './channel-services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** So long that a call which hangs is told from a slow machine. */
const CALL_SECONDS = 60

let server: TestServer
let receiver: Receiver
let anna: TestPlayer
let bram: TestPlayer
let browser: Browser
let serial = 0
const log: string[] = []

beforeAll(async () => {
  server = await startServer({
    jobs: ['outbox', 'conditional-moves', 'channel-calls'],
    env: { WEBHOOKS_ALLOW: 'loopback' },
    constants: { webhookSeconds: CALL_SECONDS },
    log: (line) => log.push(line),
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  serial++
  receiver = await startReceiver()
  anna = await server.player(`anna${serial}`)
  bram = await server.player(`bram${serial}`)
  browser = await openBrowser(server, anna)
  return async () => {
    await receiver.close()
    await dropJobs()
  }
})

const addressOf = (format: ChannelFormat) => receiver.url.replace('/hook', ADDRESSES[format])
const add = async (format: ChannelFormat, more: object = {}) => {
  const { status, body } = await browser.call('createChannel', {
    body: { format, url: addressOf(format), ...more },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.channel
}
const list = async () => (await browser.call('listChannels')).body.items
/** Whether there are queued calls that are due or being made, and some that wait. */
const jobs = async () => {
  const [row] = await server.database.prisma.$queryRaw<[{ due: boolean; waiting: boolean }]>`
    SELECT coalesce(bool_or(state = 'active' OR start_after <= now()), false) AS due,
      coalesce(bool_or(state < 'active' AND start_after > now()), false) AS waiting
    FROM pgboss.job WHERE name = 'channel-calls' AND state < 'completed'`
  return row
}
/** Drops the queued calls of a test. A call that is being made can be queued again when it ends, so this waits for that. */
const dropJobs = () =>
  expect
    .poll(async () => {
      await server.database.prisma
        .$executeRaw`DELETE FROM pgboss.job WHERE name = 'channel-calls' AND state < 'active'`
      return jobs()
    })
    .toEqual({ due: false, waiting: false })
const advance = async (ms: number, waiting: boolean) => {
  await server.advanceTime(ms)
  await expect.poll(jobs).toEqual({ due: false, waiting })
}
/** Delivers all events, and makes the calls that are due after the short wait. @param waiting whether some remain */
const settle = async (waiting = false) => {
  await waitUntilPlayed(server.database)
  await advance(6000, waiting)
}
const setQuietHours = (hours: number) => {
  const hour = server.clock.now().getUTCHours()
  const at = (plus: number) => `${String((hour + plus) % 24).padStart(2, '0')}:00`
  return anna.call('updateAccount', { body: { timezone: 'UTC', quietHours: { from: at(0), to: at(hours) } } })
}
/** Makes today and the days after it days off. */
const setDaysOff = (days: number) => {
  const today = server.clock.now().getUTCDay()
  const daysOff = Array.from({ length: days }, (_, n) => ((today + n + 6) % 7) + 1)
  return anna.call('updateAccount', { body: { timezone: 'UTC', daysOff } })
}
const texts = () => receiver.received.map(({ body }) => body.text ?? body.content)

/** A username with an underscore at each end, as each service gets it: some would format what is between two. */
const UNDERSCORED: Record<ChannelFormat, (name: string) => string> = {
  discord: (name) => `\\_${name}\\_`,
  slack: (name) => `\u200b_\u200b${name}\u200b_\u200b`,
  ntfy: (name) => `_${name}_`,
  matrix: (name) => `_${name}_`,
  telegram: (name) => `_${name}_`,
}
test('a move arrives once in each format within ten seconds, exactly as its service documents it', async () => {
  const carl = await server.player(`_carl${serial}_`)
  const game = await beginGame(carl, anna)
  await settle()
  for (const format of CHANNEL_FORMATS) await add(format)
  await play(carl, game, 'd6', 0)
  await waitUntilPlayed(server.database)
  let seconds = 0
  for (; receiver.received.length < CHANNEL_FORMATS.length && seconds < 10; seconds++) {
    await server.advanceTime(1000)
    await expect.poll(async () => (await jobs()).due).toBe(false)
  }
  expect(seconds).toBeLessThan(10)
  await settle()
  const { deadline } = (await anna.call('getGame', { params: { id: game.id } })).body
  const until = localMoment(new Date(deadline), { language: 'en', timezone: 'UTC' })
  const expected = CHANNEL_FORMATS.map((format) => {
    const by = UNDERSCORED[format](`carl${serial}`)
    const news = {
      title: `Your move against ${by}`,
      body: `${by} has moved, and it is your turn (Mühle). You have until ${until}.`,
      link: `${server.deps.config.publicUrl}/games/${game.id}`,
    }
    return RECEIVED[format](news, news)
  })
  const arrived = receiver.received.map(({ url, body }) => ({ url, body }))
  expect(arrived).toEqual(expect.arrayContaining(expected))
  expect(arrived).toHaveLength(expected.length)
  expect((await list()).map((each: { lastSentAt: string | null }) => each.lastSentAt)).not.toContain(null)
})

test('nothing shows the address again: no answer, no copy, no log, no row', async () => {
  const made = await add('slack')
  expect(made).toMatchObject({ format: 'slack', state: 'ok', lastError: null, lastSentAt: null })
  expect(made.url).toBe(`${new URL(receiver.url).origin}/…6789`)
  receiver.answer = (_, response) => response.writeHead(404).end(JSON.stringify({ message: `no ${TOKEN}` }))
  await browser.call('testChannel', { params: { id: made.id } })
  const changed = await browser.call('updateChannel', { params: { id: made.id }, body: { kinds: ['turn'] } })
  expect(changed.body.channel).toMatchObject({ id: made.id, kinds: ['turn'] })
  const rows = await server.database.prisma.channel.findMany()
  expect(JSON.stringify([await list(), changed.body, rows, log])).not.toContain(TOKEN)
  expect((await browser.call('deleteChannel', { params: { id: made.id } })).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await browser.call('deleteChannel', { params: { id: made.id } })).status).toBe(404)
})

test('the host tells the format; others need it, and it fits the address', async () => {
  const create = (body: object) => browser.call('createChannel', { body })
  for (const [url, format] of [
    ['https://discord.com/api/webhooks/1/x', 'discord'],
    ['https://ptb.discord.com/api/webhooks/1/x', 'discord'],
    ['https://discordapp.com/api/webhooks/1/x', 'discord'],
    ['https://hooks.slack.com/services/T/B/x', 'slack'],
    ['https://api.telegram.org/bot1:x/sendMessage?chat_id=1', 'telegram'],
    ['https://ntfy.sh/anna', 'ntfy'],
  ])
    expect((await create({ url })).body.channel).toMatchObject({ format })
  const path = (of: string) => ({
    status: 400,
    body: { code: 'validation', errors: [{ path: `/body/${of}` }] },
  })
  expect(await create({ url: 'https://chat.example.org/hooks/x' })).toMatchObject(path('format'))
  expect(await create({ url: 'https://notdiscord.com/x' })).toMatchObject(path('format'))
  expect(await create({ url: 'https://api.telegram.org/bot1:x/sendMessage' })).toMatchObject(path('url'))
  expect(await create({ url: 'https://ntfy.sh/' })).toMatchObject(path('url'))
  expect(await create({ url: 'https://ntfy.sh/%ff' })).toMatchObject(path('url'))
  expect(await create({ url: 'http://10.0.0.1/x', format: 'slack' })).toMatchObject({
    body: { code: 'url-refused' },
  })
  for (let n = 6; n < 10; n++) await add('slack')
  expect(await create({ url: 'https://ntfy.sh/anna' })).toMatchObject({
    status: 422,
    body: { code: 'limit-reached' },
  })
})

test('belongs to its owner', async () => {
  const { id } = await add('slack')
  const other = await openBrowser(server, bram)
  for (const operation of ['updateChannel', 'deleteChannel', 'testChannel'] as const) {
    const body = operation === 'updateChannel' ? { kinds: null } : undefined
    expect((await other.call(operation, { params: { id }, body })).status).toBe(404)
  }
  expect((await other.call('listChannels')).body).toEqual({ items: [] })
})

test('tells what was asked for, and not what was seen or answered meanwhile', async () => {
  const game = await beginGame(bram, anna)
  await settle()
  await add('slack', { kinds: ['message-received', 'draw-offered', 'turn'] })
  await bram.call('sendMessage', { params: { id: game.id }, body: { text: 'Meet me at nine' } })
  await settle()
  expect(texts()).toEqual([expect.stringContaining(`${bram.username} has written to you`)])
  expect(texts()[0]).not.toContain('Meet')
  const { body } = await bram.call('offerDraw', { params: { id: game.id }, body: {} })
  await waitUntilPlayed(server.database)
  await anna.call('declineDrawOffer', { params: { id: body.game.drawOffer.id }, body: {} })
  await settle()
  await setConditionalMoves(anna, game, 0, branch('d6', 'f4'))
  await play(bram, game, 'd6', 0)
  await settle()
  await beginGame(bram, anna)
  await settle()
  expect(texts()).toHaveLength(1)
  expect(await server.database.prisma.channelMessage.count()).toBe(0)
})

test('waits for the end of quiet hours, and then tells everything in one message', async () => {
  const games = [await beginGame(bram, anna), await beginGame(bram, anna), await beginGame(bram, anna)]
  await settle()
  await add('slack')
  await setQuietHours(8)
  for (const game of games) await play(bram, game, 'd6', 0)
  await settle(true)
  expect(texts()).toEqual([])
  await play(anna, games[0]!, 'f4', 1)
  await advance(9 * HOUR, false)
  expect(texts()).toHaveLength(1)
  expect(texts()[0].match(/\/games\/\d+/g)).toEqual([`/games/${games[1]!.id}`, `/games/${games[2]!.id}`])
})

test('tells in quiet hours of a reminder that cannot wait for their end', async () => {
  const soon = await beginGame(bram, anna, { clock: { kind: 'per-move', days: 1 } })
  const other = await beginGame(bram, anna)
  await settle()
  await add('slack')
  await play(bram, soon, 'd6', 0)
  await settle()
  await server.advanceTime(20 * HOUR)
  await setQuietHours(8)
  await play(bram, other, 'd6', 0)
  await remind(server.deps, server.store)
  await settle(true)
  expect(texts().slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^It is your move.*/games/${soon.id}$`, 's')),
  ])
})

test('waits for the end of days off, except reminders', async () => {
  const soon = await beginGame(bram, anna, { clock: { kind: 'per-move', days: 1 } })
  const later = await beginGame(bram, anna)
  await settle()
  await add('slack')
  await setDaysOff(2)
  for (const game of [soon, later]) await play(bram, game, 'd6', 0)
  await settle(true)
  expect(texts()).toEqual([])
  await server.advanceTime(13 * HOUR)
  await remind(server.deps, server.store)
  await settle(true)
  expect(texts()).toEqual([expect.stringMatching(new RegExp(`^It is your move.*/games/${soon.id}$`, 's'))])
  await play(anna, soon, 'f4', 1)
  await advance(2 * DAY, false)
  expect(texts().slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^Your move.*/games/${later.id}$`, 's')),
  ])
})

test.each([
  ['the header', { 'retry-after': '60' }, {}],
  ['Discord’s body', {}, { message: 'You are being rate limited.', retry_after: 59.5, global: false }],
  ['Telegram’s body', {}, { ok: false, error_code: 429, parameters: { retry_after: 60 } }],
])(
  'a service that asks to wait in %s is left alone, also by news that come meanwhile',
  async (_, headers, body) => {
    const games = [await beginGame(bram, anna), await beginGame(bram, anna)]
    await settle()
    await add('slack')
    receiver.answer = (_, response) => response.writeHead(429, headers).end(JSON.stringify(body))
    await play(bram, games[0]!, 'd6', 0)
    await settle(true)
    await play(bram, games[1]!, 'd6', 0)
    await settle(true)
    await advance(40_000, true)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (_, response) => response.writeHead(200).end('ok')
    await advance(20_000, false)
    expect(receiver.received).toHaveLength(2)
    expect(texts()[1].match(/\/games\/\d+/g)).toHaveLength(2)
    expect(await list()).toMatchObject([{ state: 'ok', lastError: null, lastStatus: null }])
  },
)

test.each([
  ['answers 500', 500, { lastStatus: 500, lastError: 'status' }],
  ['redirects', 302, { lastStatus: 302, lastError: 'redirect' }],
])('a service that %s gets the message again, later and later', async (_, status, failure) => {
  const game = await beginGame(bram, anna)
  await settle()
  await add('slack')
  receiver.answer = (_, response) => response.writeHead(status, { location: receiver.url }).end()
  await play(bram, game, 'd6', 0)
  await settle(true)
  expect(await list()).toMatchObject([{ state: 'ok', ...failure }])
  await advance(7000, true)
  expect(receiver.received).toHaveLength(2)
  receiver.answer = (_, response) => response.writeHead(204).end()
  await advance(40_000, false)
  expect(receiver.received).toHaveLength(3)
  expect(await list()).toMatchObject([{ state: 'ok', lastError: null }])
})

test('a service that hangs holds up nobody else', async () => {
  const silent = await startReceiver()
  const slow = 2500
  silent.answer = (_, response) => setTimeout(() => response.writeHead(204).end(), slow)
  const crowd: { game: Game; owner: TestPlayer }[] = []
  for (let n = 0; n < 12; n++) {
    const owner = await server.player(`crowd${serial}-${n}`)
    crowd.push({ game: await beginGame(bram, owner), owner })
  }
  const games = [await beginGame(bram, anna), await beginGame(bram, anna)]
  await waitUntilPlayed(server.database)
  for (const { owner } of crowd) {
    const { accountId } = owner
    const channel = { format: 'slack', url: silent.url } as const
    expect((await createChannel(server.deps, server.store, { accountId }, channel)).ok).toBe(true)
  }
  await add('slack')
  const arrives = async (game: Game) => {
    await waitUntilPlayed(server.database)
    await play(bram, game, 'd6', 0)
    await waitUntilPlayed(server.database)
    await server.advanceTime(6000)
    await expect
      .poll(texts, { timeout: (CALL_SECONDS - 10) * 1000 })
      .toContainEqual(expect.stringContaining(`/games/${game.id}`))
  }
  await play(bram, crowd[0]!.game, 'd6', 0)
  await arrives(games[0]!)
  await expect.poll(async () => (await jobs()).due).toBe(false)
  // from now on its host is known
  silent.answer = () => {}
  for (const { game } of crowd.slice(1)) await play(bram, game, 'd6', 0)
  await arrives(games[1]!)
  expect((await jobs()).due).toBe(true)
  await silent.close()
})

test('what a service refuses for what it says is not repeated', async () => {
  const game = await beginGame(bram, anna)
  await settle()
  await add('telegram')
  receiver.answer = (_, response) =>
    response.writeHead(400).end(JSON.stringify({ ok: false, description: 'Bad Request: chat not found' }))
  await play(bram, game, 'd6', 0)
  await settle()
  expect(receiver.received).toHaveLength(1)
  expect(await list()).toMatchObject([{ lastStatus: 400, lastDetail: 'Bad Request: chat not found' }])
})

test.each([401, 403, 404, 410])(
  'a service that answers %d for two days breaks the channel, and its owner is told once',
  async (status) => {
    const game = await beginGame(bram, anna)
    await settle()
    const { id } = await add('discord')
    receiver.answer = (_, response) =>
      response.writeHead(status).end(JSON.stringify({ message: 'Unknown Webhook' }))
    await play(bram, game, 'd6', 0)
    await settle(true)
    for (let hour = 0; hour < 47; hour++) await server.advanceTime(HOUR)
    await expect.poll(jobs).toEqual({ due: false, waiting: true })
    expect(await list()).toMatchObject([{ state: 'ok', lastStatus: status, lastDetail: 'Unknown Webhook' }])
    await advance(DAY / 2, false)
    expect(await list()).toMatchObject([{ state: 'broken', lastStatus: status, lastError: 'status' }])
    const { items } = (await anna.call('listNotices')).body
    const told = items.filter(({ kind }: { kind: string }) => kind === 'channel-broken')
    expect(told).toMatchObject([{ params: { channel: id, format: 'discord' } }])
    const mails = await server.database.prisma.mail.findMany({
      where: { accountId: anna.accountId, kind: 'channel-broken' },
    })
    expect(mails).toMatchObject([{ subject: 'Messages to Discord no longer arrive' }])
    // nothing more is sent, until a test arrives
    const before = receiver.received.length
    await bram.call('sendMessage', { params: { id: game.id }, body: { text: 'Hello' } })
    await settle()
    expect(receiver.received).toHaveLength(before)
    receiver.answer = (_, response) => response.writeHead(204).end()
    expect((await browser.call('testChannel', { params: { id } })).body).toEqual({
      status: 204,
      error: null,
      detail: null,
    })
    expect(await list()).toMatchObject([{ state: 'ok', lastError: null }])
  },
)

test('a test shows what the service answered, within two seconds, five times an hour', async () => {
  const { id } = await add('slack')
  const test = () => browser.call('testChannel', { params: { id } })
  await setQuietHours(8)
  expect((await test()).body).toEqual({ status: 204, error: null, detail: null })
  expect(texts()).toEqual([expect.stringContaining('This is a test')])
  receiver.answer = (_, response) => response.writeHead(403).end('invalid_token')
  expect((await test()).body).toEqual({ status: 403, error: 'status', detail: 'invalid_token' })
  receiver.answer = (_, response) => response.writeHead(404).end('<html><p>An internal page')
  expect((await test()).body).toEqual({ status: 404, error: 'status', detail: null })
  receiver.answer = () => {}
  const begun = performance.now()
  expect((await test()).body).toEqual({ status: null, error: 'timeout', detail: null })
  expect(performance.now() - begun).toBeLessThan((CALL_SECONDS / 2) * 1000)
  expect((await test()).status).toBe(200)
  expect(await test()).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
})

test('another address begins anew, with a proof', async () => {
  const game = await beginGame(bram, anna)
  await settle()
  const { id } = await add('slack')
  receiver.answer = (_, response) => response.writeHead(500).end()
  await play(bram, game, 'd6', 0)
  await settle(true)
  receiver.answer = (_, response) => response.writeHead(204).end()
  const url = receiver.url.replace('hook', 'another')
  const moved = await browser.call('updateChannel', { params: { id }, body: { url } })
  expect(moved.body.channel).toMatchObject({ format: 'slack', state: 'ok', lastError: null })
  await advance(HOUR, false)
  expect(receiver.received).toHaveLength(1)
  expect(
    (await browser.call('updateChannel', { params: { id }, body: { url: addressOf('slack') } })).body.code,
  ).toBe('proof-needed')
  expect((await browser.call('createChannel', { body: { url } })).body.code).toBe('proof-needed')
})

test('a webhook to a service with a channel is refused with where to go', async () => {
  for (const url of [
    'https://discord.com/api/webhooks/1/x',
    'https://discordapp.com/api/webhooks/1/x',
    'https://hooks.slack.com/services/T/B/x',
    'https://api.telegram.org/bot1:x/sendMessage?chat_id=1',
    'https://ntfy.sh/anna',
  ])
    expect(await anna.call('createWebhook', { body: { url } })).toMatchObject({
      status: 422,
      body: { code: 'use-a-channel' },
    })
  const { body } = await anna.call('createWebhook', { body: { url: receiver.url } })
  const changed = await anna.call('updateWebhook', {
    params: { id: body.id },
    body: { url: 'https://ntfy.sh/anna' },
  })
  expect(changed).toMatchObject({ status: 422, body: { code: 'use-a-channel' } })
})
