import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pruneNotifications } from '../../src/delivery/notifications/prune-notifications.ts'
import { pruneDeliveries } from '../../src/delivery/webhooks/prune-deliveries.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { isSigned, type Receiver, startReceiver } from '../server/webhook-receiver.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let receiver: Receiver
let serial = 0
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({
    jobs: ['outbox', 'webhook-calls'],
    env: { WEBHOOKS_ALLOW: 'loopback', MAX_WEBHOOKS: '3' },
    // so long that a call which hangs is told from a slow machine
    constants: { webhookSeconds: 60 },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  serial++
  anna = await server.player(`anna${serial}`)
  bram = await server.player(`bram${serial}`)
  receiver = await startReceiver()
  return () => receiver.close()
})

const register = async (player: TestPlayer, more: object = {}) => {
  const { status, body } = await player.call('createWebhook', { body: { url: receiver.url, ...more } })
  expect(status).toBe(201)
  return body
}
const deliveriesOf = async (player: TestPlayer, id: number) =>
  (await player.call('listDeliveries', { params: { id }, query: { limit: 100 } })).body.items
const deliveryOf = async (player: TestPlayer, id: number) => (await deliveriesOf(player, id))[0]
const ping = async (player: TestPlayer, id: number) => {
  const { status, body } = await player.call('pingWebhook', { params: { id } })
  expect(status).toBe(201)
  await expect
    .poll(async () => (await player.call('getDelivery', { params: { id, delivery: body.id } })).body.state)
    .not.toBe('pending')
  return (await player.call('getDelivery', { params: { id, delivery: body.id } })).body
}
const advanceTime = (ms: number) => server.advanceTime(ms)
const openChallenge = async (by: TestPlayer, to: TestPlayer) => {
  const { status } = await by.call('createChallenge', {
    body: { rules: 'muehle', opponent: to.username, colour: 'white', clock: { kind: 'per-move', days: 3 } },
  })
  expect(status).toBe(201)
}
/** A player's session, inserted directly. */
const sessionOf = async (player: TestPlayer) => {
  const token = `${player.username}-${Math.floor(server.clock.now().getTime())}`
  const createdAt = server.clock.now()
  const expiresAt = new Date(createdAt.getTime() + 20 * DAY)
  await server.database.prisma.session.create({
    data: { token, accountId: player.accountId, createdAt, expiresAt },
  })
  const signature = createHmac('sha256', server.deps.config.secret).update(token).digest('base64')
  return {
    headers: {
      cookie: `tegenzet.session=${encodeURIComponent(`${token}.${signature}`)}`,
      origin: server.url,
    },
  }
}
const receivedEvents = (type: string) => receiver.received.filter(({ body }) => body.type === type)

describe('a webhook', () => {
  test('receives every event of its player, signed, as the live channel sends it', async () => {
    const { secret } = await register(anna)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const game = await beginGame(anna, bram)
    const moved = await playMoves(game, anna, bram, ['d6', 'f4'])
    await expect.poll(() => receivedEvents('game').length).toBe(3)
    expect(receivedEvents('game').map(({ body }) => body.game.version)).toEqual([0, 1, 2])
    expect(receivedEvents('game').at(-1)!.body.game).toEqual(moved)
    const published = server.published.events.filter(({ playerIds }) => playerIds.includes(anna.id))
    await expect
      .poll(() => receiver.received.map(({ body }) => body).sort((a, b) => a.id - b.id))
      .toEqual(published.map(({ event }) => event).sort((a, b) => a.id - b.id))
    for (const got of receiver.received) {
      expect(isSigned(got, secret)).toBe(true)
      expect(isSigned({ ...got, text: `${got.text} ` }, secret)).toBe(false)
      expect(got.headers['content-type']).toBe('application/json')
      expect(got.headers['user-agent']).toMatch(/^Tegenzet-Webhooks /)
      expect(got.url).toBe('/hook')
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      receiver.received.length,
    )
  })

  test('receives the types it asked for, within its token’s scopes', async () => {
    await register(anna, { types: ['challenge'] })
    const reader = await server.player(`reader${serial}`, { scopes: ['game:read'] })
    await register(reader)
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6'])
    await bram.call('createChallenge', {
      body: {
        rules: 'muehle',
        opponent: reader.username,
        colour: 'white',
        clock: { kind: 'per-move', days: 3 },
      },
    })
    await expect.poll(() => receivedEvents('challenge').length).toBe(2)
    const delivery = await ping(reader, (await reader.call('listWebhooks')).body.items[0].id)
    expect(delivery.state).toBe('delivered')
    expect(new Set(receiver.received.map(({ body }) => body.type))).toEqual(new Set(['challenge', 'ping']))
  })

  test('receives nothing of other players', async () => {
    const { id } = await register(anna)
    const cato = await server.player(`cato${serial}`)
    await beginGame(cato, bram)
    await ping(anna, id)
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['ping'])
  })

  test('is listed, changed and deleted; its secret is shown once', async () => {
    const { secret, ...made } = await register(anna, { types: ['game'], description: 'My bot' })
    expect(made).toMatchObject({
      url: receiver.url,
      types: ['game'],
      description: 'My bot',
      state: 'enabled',
      createdBy: 'test',
      disabledReason: null,
      lastDeliveryAt: null,
      failingSince: null,
      createdAt: server.clock.now().toISOString(),
    })
    const second = await register(anna)
    expect(second.secret).not.toBe(secret)
    const params = { id: made.id }
    const list = (await anna.call('listWebhooks')).body
    expect(list.items.map(({ id }: { id: number }) => id)).toEqual([second.id, made.id])
    expect(JSON.stringify(list)).not.toContain('whsec_')
    expect((await anna.call('getWebhook', { params })).body).toEqual(made)
    const changed = await anna.call('updateWebhook', { params, body: { types: null, description: '' } })
    expect(changed.body).toEqual({ ...made, types: null, description: '' })
    expect((await anna.call('deleteWebhook', { params })).status).toBe(204)
    expect((await anna.call('getWebhook', { params })).status).toBe(404)
    expect((await anna.call('deleteWebhook', { params })).status).toBe(404)
  })

  test('belongs to its account; a token sees those it created, a session all', async () => {
    const { id } = await register(anna)
    const params = { id, delivery: 1 }
    const session = await sessionOf(anna)
    const bySession = await server.call('createWebhook', { ...session, body: { url: receiver.url } })
    expect(bySession.body.createdBy).toBeNull()
    const all = await server.call('listWebhooks', session)
    expect(all.body.items.map((each: { id: number }) => each.id)).toEqual([bySession.body.id, id])
    expect((await anna.call('listWebhooks')).body.items.map((each: { id: number }) => each.id)).toEqual([id])
    for (const operation of [
      ...(['getWebhook', 'deleteWebhook', 'pingWebhook', 'rotateWebhookSecret'] as const),
      ...(['listDeliveries', 'getDelivery', 'resendDelivery'] as const),
    ]) {
      expect((await bram.call(operation, { params })).status).toBe(404)
      expect((await anna.call(operation, { params: { id: bySession.body.id, delivery: 1 } })).status).toBe(
        404,
      )
      expect((await server.call(operation, { params })).status).toBe(401)
    }
    const other = await bram.call('updateWebhook', { params, body: { url: 'https://example.org/' } })
    expect(other.status).toBe(404)
    expect((await anna.call('getWebhook', { params: { id: 2 ** 53 - 1 } })).status).toBe(404)
    expect((await anna.call('getDelivery', { params: { id, delivery: 2 ** 53 - 1 } })).status).toBe(404)
  })

  test('is limited in number per account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => anna.call('createWebhook', { body: { url: receiver.url } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422])
    expect(answers.find(({ status }) => status === 422)!.body.code).toBe('limit-reached')
  })

  test.each([
    ['no URL', { url: undefined }, 400, 'validation'],
    ['not a URL', { url: 'example.org' }, 400, 'validation'],
    ['a relative URL', { url: '/hook' }, 400, 'validation'],
    ['an unknown type', { types: ['games'] }, 400, 'validation'],
    ['no types', { types: [] }, 400, 'validation'],
    ['a type twice', { types: ['game', 'game'] }, 400, 'validation'],
    ['a NUL', { description: '\0' }, 400, 'validation'],
    ['another scheme', { url: 'ftp://example.org/' }, 422, 'url-refused'],
    ['a password', { url: 'https://a:b@example.org/' }, 422, 'url-refused'],
    ['a private address', { url: 'https://10.0.0.1/' }, 422, 'url-refused'],
    ['the address of the cloud’s metadata service', { url: 'http://169.254.169.254/' }, 422, 'url-refused'],
  ])('is refused with %s', async (_, body, status, code) => {
    const answer = await anna.call('createWebhook', { body: { url: receiver.url, ...body } })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('needs the scope game:read', async () => {
    const other = await server.player(`other${serial}`, { scopes: ['game:play'] })
    const answer = await other.call('createWebhook', { body: { url: receiver.url } })
    expect([answer.status, answer.body.code]).toEqual([403, 'missing-scope'])
  })
})

describe('a delivery', () => {
  test('is retried with growing backoff until it succeeds, unchanged each time', async () => {
    const { id, secret } = await register(anna, { types: ['challenge'] })
    receiver.answer = (_, response) => response.writeHead(500).end('my fault')
    await openChallenge(bram, anna)
    await expect
      .poll(() => deliveryOf(anna, id))
      .toMatchObject({
        state: 'pending',
        attempts: 1,
        lastStatus: 500,
        lastError: 'status',
      })
    const first = await deliveryOf(anna, id)
    const pause = Date.parse(first.nextAttemptAt) - server.clock.now().getTime()
    expect(pause).toBeGreaterThanOrEqual(5 * SECOND)
    expect(pause).toBeLessThanOrEqual(5.5 * SECOND)
    expect((await anna.call('getWebhook', { params: { id } })).body.failingSince).toBe(first.lastAttemptAt)
    await advanceTime(6 * SECOND)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'pending', attempts: 2 })
    receiver.answer = (_, response) => response.writeHead(200).end('x'.repeat(1_000_000))
    await advanceTime(40 * SECOND)
    await expect
      .poll(() => deliveryOf(anna, id))
      .toMatchObject({
        state: 'delivered',
        attempts: 3,
        lastStatus: 200,
        lastError: null,
        nextAttemptAt: null,
      })
    expect(receiver.received).toHaveLength(3)
    const [one] = receiver.received
    for (const got of receiver.received) {
      expect([got.text, got.headers['webhook-id']]).toEqual([one!.text, one!.headers['webhook-id']])
      expect(isSigned(got, secret)).toBe(true)
    }
    const params = { id, delivery: first.id }
    const { body } = await anna.call('getDelivery', { params })
    expect(body).toMatchObject({ messageId: one!.headers['webhook-id'], body: one!.text })
    expect(body.log.map(({ status, error }: any) => [status, error])).toEqual([
      [500, 'status'],
      [500, 'status'],
      [200, null],
    ])
    expect((await anna.call('getWebhook', { params: { id } })).body).toMatchObject({
      failingSince: null,
      lastDeliveryAt: body.lastAttemptAt,
    })
  })

  test('to a closed port fails without a status', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    await receiver.close()
    await openChallenge(bram, anna)
    await expect
      .poll(() => deliveryOf(anna, id))
      .toMatchObject({
        state: 'pending',
        attempts: 1,
        lastStatus: null,
        lastError: 'no-connection',
      })
    receiver = await startReceiver()
    await anna.call('updateWebhook', { params: { id }, body: { url: receiver.url } })
    await advanceTime(6 * SECOND)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('does not follow redirects', async () => {
    const elsewhere = await startReceiver()
    receiver.answer = (_, response) => response.writeHead(307, { location: elsewhere.url }).end()
    const { id } = await register(anna)
    expect(await ping(anna, id)).toMatchObject({ state: 'failed', lastStatus: 307, lastError: 'redirect' })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  test('times out', async () => {
    const hasty = await startServer({
      jobs: ['outbox', 'webhook-calls'],
      env: { WEBHOOKS_ALLOW: 'loopback' },
      constants: { webhookSeconds: 1 },
    })
    onTestFinished(() => hasty.close())
    receiver.answer = () => {}
    const carl = await hasty.player('carl')
    const { id } = await register(carl)
    const delivery = await ping(carl, id)
    expect(delivery).toMatchObject({ state: 'failed', lastStatus: null, lastError: 'timeout' })
    expect(delivery.log[0].milliseconds).toBeGreaterThan(900)
  })

  test('fails when the connection ends without an answer or TLS fails', async () => {
    const { id } = await register(anna)
    receiver.answer = (_, response) => response.destroy()
    expect(await ping(anna, id)).toMatchObject({
      state: 'failed',
      lastStatus: null,
      lastError: 'no-answer',
    })
    await anna.call('updateWebhook', {
      params: { id },
      body: { url: receiver.url.replace('http:', 'https:') },
    })
    expect(await ping(anna, id)).toMatchObject({ state: 'failed', lastStatus: null, lastError: 'tls' })
  })

  test('that hangs does not delay those of other accounts', async () => {
    receiver.answer = () => {}
    const slow = await register(anna)
    const quick = await startReceiver()
    const fast = await register(bram)
    await bram.call('updateWebhook', { params: { id: fast.id }, body: { url: quick.url } })
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4', 'd2', 'b4'])
    await expect.poll(() => quick.received.filter(({ body }) => body.type === 'game').length).toBe(5)
    expect(receiver.received.length).toBeLessThan(5)
    expect(slow.id).not.toBe(fast.id)
    await anna.call('deleteWebhook', { params: { id: slow.id } })
    await quick.close()
  })

  test('to a host that answers slowly leaves half of the connections to others, whosever it is', async () => {
    let [atOnce, most, hangs] = [0, 0, false]
    receiver.answer = (_, response) => {
      most = Math.max(most, ++atOnce)
      response.once('close', () => atOnce--)
      if (!hangs) setTimeout(() => response.writeHead(204).end(), 3 * SECOND)
    }
    const owners = [anna]
    for (let n = 0; n < 25; n++) owners.push(await server.player(`calm${serial}-${n}`))
    const slow = await Promise.all(
      owners.map(async (player) => ({ player, id: (await register(player)).id })),
    )
    await openChallenge(bram, anna)
    const delivered = async () => (await deliveryOf(anna, slow[0]!.id))?.state
    await expect.poll(delivered).toBe('delivered')
    hangs = true
    for (const { player } of slow.slice(1)) await openChallenge(bram, player)
    await expect.poll(() => atOnce).toBe(10)
    const quick = await startReceiver()
    await register(bram, { url: quick.url })
    await openChallenge(anna, bram)
    await expect.poll(() => quick.received.length).toBeGreaterThan(0)
    expect(most).toBe(10)
    for (const { player, id } of slow) await player.call('deleteWebhook', { params: { id } })
    await quick.close()
  })

  test('sent again by hand has a lower priority than new ones', async () => {
    let [atOnce, most] = [0, 0]
    receiver.answer = (_, response) => {
      most = Math.max(most, ++atOnce)
      response.once('close', () => atOnce--)
    }
    const quick = await startReceiver()
    const fast = await register(bram, { url: quick.url })
    const slow = await Promise.all(
      Array.from({ length: 25 }, async (_, n) => {
        const player = await server.player(`slow${serial}-${n}`)
        const { id } = await register(player)
        await player.call('pingWebhook', { params: { id } })
        return { player, id }
      }),
    )
    await expect.poll(() => atOnce).toBe(10)
    await openChallenge(anna, bram)
    await expect.poll(() => quick.received.length).toBeGreaterThan(0)
    expect(most).toBe(10)
    for (const { player, id } of slow) await player.call('deleteWebhook', { params: { id } })
    await bram.call('deleteWebhook', { params: { id: fast.id } })
    await quick.close()
  })

  test('waits for the account’s previous one, whichever webhook it is for', async () => {
    let [atOnce, most] = [0, 0]
    receiver.answer = (_, response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        response.writeHead(204).end()
      }, 20)
    }
    for (let n = 0; n < 3; n++) await register(anna, { types: ['challenge'] })
    for (let n = 0; n < 4; n++) await openChallenge(bram, anna)
    await expect.poll(() => receiver.received.length).toBe(12)
    expect(most).toBe(1)
  })

  test('can be sent again unchanged', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    await openChallenge(bram, anna)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered' })
    const params = { id, delivery: (await deliveryOf(anna, id)).id }
    const again = await anna.call('resendDelivery', { params })
    expect(again.body).toMatchObject({ state: 'pending', attempts: 1 })
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered', attempts: 2 })
    const [first, second] = receiver.received
    expect(second!.text).toBe(first!.text)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    // sent again while a retry waits: one attempt, not two
    receiver.answer = (_, response) => response.writeHead(503).end()
    await anna.call('resendDelivery', { params })
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'pending', attempts: 3 })
    receiver.answer = (_, response) => response.writeHead(200).end()
    await anna.call('resendDelivery', { params })
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered', attempts: 4 })
    await advanceTime(DAY)
    await openChallenge(bram, anna)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered', attempts: 1 })
    expect(receiver.received).toHaveLength(5)
  })

  test('log is read in pages, newest first', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    for (let n = 0; n < 3; n++) await openChallenge(bram, anna)
    await expect.poll(async () => (await deliveriesOf(anna, id)).length).toBe(3)
    const all = await deliveriesOf(anna, id)
    expect(all.map((each: any) => each.id)).toEqual(
      all.map((each: any) => each.id).sort((a: number, b: number) => b - a),
    )
    const first = (await anna.call('listDeliveries', { params: { id }, query: { limit: 2 } })).body
    const second = (
      await anna.call('listDeliveries', { params: { id }, query: { limit: 2, cursor: first.nextCursor } })
    ).body
    expect([...first.items, ...second.items].map((each) => each.id)).toEqual(all.map((each: any) => each.id))
    expect(second.nextCursor).toBeNull()
  })
})

describe('an endpoint', () => {
  test('that accepts nothing for a day is disabled, and its owner notified', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    receiver.answer = (_, response) => response.writeHead(500).end()
    await openChallenge(bram, anna)
    for (let attempts = 1; attempts <= 10; attempts++) {
      await expect.poll(async () => (await deliveryOf(anna, id)).attempts).toBe(attempts)
      await advanceTime(
        Date.parse((await deliveryOf(anna, id)).nextAttemptAt) - server.clock.now().getTime() + SECOND,
      )
    }
    await expect
      .poll(() => deliveryOf(anna, id))
      .toMatchObject({ state: 'failed', attempts: 11, nextAttemptAt: null })
    const { body } = await anna.call('getWebhook', { params: { id } })
    expect(body).toMatchObject({ state: 'disabled', disabledReason: 'failing' })
    const { items, unread } = (await anna.call('listNotices')).body
    expect(items[0]).toMatchObject({
      kind: 'webhook-disabled',
      game: null,
      readAt: null,
      params: { webhook: id, url: new URL(receiver.url).origin, reason: 'failing' },
    })
    expect(unread).toBe(items.length)

    // nothing is sent while it is disabled, nor afterwards
    const before = receiver.received.length
    await openChallenge(bram, anna)
    const refused = await anna.call('pingWebhook', { params: { id } })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    receiver.answer = (_, response) => response.writeHead(204).end()
    await expect.poll(async () => (await anna.call('listNotices')).body.items.length).toBe(items.length + 1)
    const enabled = await anna.call('updateWebhook', { params: { id }, body: { enabled: true } })
    expect(enabled.body).toMatchObject({ state: 'enabled', disabledReason: null, failingSince: null })
    await openChallenge(bram, anna)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered' })
    expect(receiver.received).toHaveLength(before + 1)
  })

  test('that answers 410 is disabled at once', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    receiver.answer = (_, response) => response.writeHead(410).end()
    await openChallenge(bram, anna)
    await expect
      .poll(async () => (await anna.call('getWebhook', { params: { id } })).body)
      .toMatchObject({ state: 'disabled', disabledReason: 'gone' })
    expect(await deliveryOf(anna, id)).toMatchObject({ state: 'failed', attempts: 1, lastStatus: 410 })
  })

  test('that accepts most calls is not disabled for one event it refuses', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    let refused: number | undefined
    receiver.answer = ({ body }, response) => {
      refused ??= body.id
      response.writeHead(body.id === refused ? 422 : 200).end()
    }
    await openChallenge(bram, anna)
    for (let attempts = 1; attempts <= 10; attempts++) {
      await expect.poll(async () => (await deliveriesOf(anna, id)).at(-1).attempts).toBe(attempts)
      await openChallenge(bram, anna)
      await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered' })
      const { nextAttemptAt } = (await deliveriesOf(anna, id)).at(-1)
      await advanceTime(Date.parse(nextAttemptAt) - server.clock.now().getTime() + SECOND)
    }
    await expect
      .poll(async () => (await deliveriesOf(anna, id)).at(-1))
      .toMatchObject({
        state: 'failed',
        attempts: 11,
        lastStatus: 422,
      })
    expect((await anna.call('getWebhook', { params: { id } })).body.state).toBe('enabled')
  })

  test('that its owner disables drops its waiting deliveries', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    receiver.answer = (_, response) => response.writeHead(500).end()
    await openChallenge(bram, anna)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'pending', attempts: 1 })
    const { body } = await anna.call('updateWebhook', { params: { id }, body: { enabled: false } })
    expect(body).toMatchObject({ state: 'disabled', disabledReason: 'owner' })
    expect(await deliveryOf(anna, id)).toMatchObject({ state: 'failed', attempts: 1 })
    const { items } = (await anna.call('listNotices')).body
    expect(items.map(({ kind }: { kind: string }) => kind)).not.toContain('webhook-disabled')
  })

  test('can be changed by its owner while the failure of a call is recorded', async () => {
    if (server.database.kind === 'embedded') return
    const { id } = await register(anna)
    let fail = () => {}
    receiver.answer = (_, response) => {
      fail = () => response.writeHead(500).end()
    }
    await openChallenge(bram, anna)
    await expect.poll(() => receiver.received.length).toBe(1)
    const { pool } = server.database
    const isWaiting = async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0
    }
    // the statements of `updateWebhook`
    const owner = await pool.connect()
    try {
      await owner.query('BEGIN')
      await owner.query(`UPDATE webhooks SET disabled_reason = 'owner' WHERE id = $1`, [id])
      fail()
      await expect.poll(isWaiting).toBe(true)
      // Postgres looks for deadlocks after a second
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await owner.query(
        `UPDATE deliveries SET state = 'failed', next_attempt_at = NULL WHERE webhook_id = $1`,
        [id],
      )
      await owner.query('COMMIT')
    } finally {
      owner.release(true)
    }
    await expect.poll(isWaiting).toBe(false)
    expect(await deliveryOf(anna, id)).toMatchObject({ state: 'failed' })
  })

  test('with a new secret is called with both signatures for a day', async () => {
    const { id, secret } = await register(anna)
    const rotated = (await anna.call('rotateWebhookSecret', { params: { id } })).body
    expect(rotated.secret).not.toBe(secret)
    await ping(anna, id)
    expect([secret, rotated.secret].map((each) => isSigned(receiver.received.at(-1)!, each))).toEqual([
      true,
      true,
    ])
    await advanceTime(DAY)
    await ping(anna, id)
    expect([secret, rotated.secret].map((each) => isSigned(receiver.received.at(-1)!, each))).toEqual([
      false,
      true,
    ])
  })
})

describe('a token', () => {
  test('that is revoked deletes its webhooks', async () => {
    const { id } = await register(anna)
    const session = await sessionOf(anna)
    const { id: token } = (await server.call('listTokens', session)).body.items[0]
    await server.call('revokeToken', { ...session, params: { id: token } })
    expect((await server.call('getWebhook', { ...session, params: { id } })).status).toBe(404)
    const other = await server.call('createWebhook', { ...session, body: { url: receiver.url } })
    await openChallenge(bram, anna)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    const { body } = await server.call('listDeliveries', { ...session, params: { id: other.body.id } })
    expect(receiver.received.length).toBeLessThanOrEqual(body.items.length)
    expect(await server.database.prisma.delivery.count({ where: { webhookId: id } })).toBe(0)
  })

  test('that expires stops its webhooks', async () => {
    const session = await sessionOf(anna)
    const expiresAt = new Date(server.clock.now().getTime() + HOUR).toISOString()
    const token = await server.call('createToken', {
      ...session,
      body: { name: 'for an hour', scopes: ['game:read', 'challenge:write'], expiresAt },
    })
    const { body } = await server.call('createWebhook', {
      headers: { authorization: `Bearer ${token.body.token}` },
      body: { url: receiver.url },
    })
    await openChallenge(bram, anna)
    await expect.poll(() => receiver.received.length).toBe(1)
    await advanceTime(2 * HOUR)
    const late = await sessionOf(anna)
    expect((await server.call('getWebhook', { ...late, params: { id: body.id } })).body).toMatchObject({
      state: 'disabled',
      disabledReason: 'token-expired',
      createdBy: 'for an hour',
    })
    const enabled = await server.call('updateWebhook', {
      ...late,
      params: { id: body.id },
      body: { enabled: true },
    })
    expect([enabled.status, enabled.body.code]).toEqual([409, 'conflict'])
    await server.database.prisma.delivery.create({
      data: {
        webhookId: body.id,
        type: 'ping',
        body: '{}',
        createdAt: server.clock.now(),
        nextAttemptAt: new Date(0),
      },
    })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const oldest = Number(/^tegenzet_webhook_calls_oldest_seconds (.*)$/m.exec(metrics)?.[1])
    expect(oldest).toBeLessThan(server.clock.now().getTime() / 1000)
    const other = await server.call('createWebhook', {
      ...late,
      body: { url: receiver.url, types: ['challenge'] },
    })
    await openChallenge(bram, anna)
    await expect.poll(() => receiver.received.length).toBe(2)
    const page = await server.call('listDeliveries', { ...late, params: { id: other.body.id } })
    expect(page.body.items).toHaveLength(1)
  })
})

describe('several processes', () => {
  test('send each delivery once, and one at a time per webhook', async () => {
    const there = await startServer({
      jobs: ['outbox', 'webhook-calls'],
      database: server.database,
      now: server.clock.now(),
      env: { WEBHOOKS_ALLOW: 'loopback' },
    })
    const { id } = await register(anna, { types: ['challenge'] })
    let [atOnce, most] = [0, 0]
    receiver.answer = (_, response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        response.writeHead(204).end()
      }, 5)
    }
    for (let n = 0; n < 25; n++) await openChallenge(bram, anna)
    await expect
      .poll(async () => (await deliveriesOf(anna, id)).map(({ state }: { state: string }) => state))
      .toEqual(Array(25).fill('delivered'))
    await there.close()
    const ids = receiver.received.map(({ body }) => body.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids).toHaveLength(25)
    expect(most).toBe(1)
  })
})

describe('pruning', () => {
  test('removes deliveries after a week and notifications after 90 days', async () => {
    const { id } = await register(anna, { types: ['challenge'] })
    await openChallenge(bram, anna)
    await expect.poll(() => deliveryOf(anna, id)).toMatchObject({ state: 'delivered' })
    const ofAnna = async () => {
      const { body } = await server.call('listNotices', await sessionOf(anna))
      return [(await deliveriesOf(anna, id)).length, body.items.length]
    }
    const prune = async () => {
      await pruneDeliveries(server.deps, server.store)
      await pruneNotifications(server.deps, server.store)
    }
    await advanceTime(7 * DAY)
    await prune()
    expect(await ofAnna()).toEqual([1, 1])
    await advanceTime(SECOND)
    await prune()
    expect(await ofAnna()).toEqual([0, 1])
    await advanceTime(84 * DAY)
    await prune()
    expect(await ofAnna()).toEqual([0, 0])
  })
})

test('the metrics report the queue’s length and the outcomes of calls', async () => {
  const { id } = await register(anna)
  await ping(anna, id)
  const looks = vi.spyOn(server.webhookCalls!, 'depth')
  const figures = await (await fetch(`${server.url}/metrics`)).text()
  expect(looks).toHaveBeenCalledTimes(1)
  looks.mockRestore()
  for (const state of ['waiting', 'due', 'active'])
    expect(figures).toContain(`tegenzet_webhook_calls{state="${state}"} `)
  expect(figures).toMatch(/^tegenzet_webhook_calls_oldest_seconds \d/m)
  expect(figures).toMatch(/^tegenzet_webhook_attempts_total\{outcome="delivered"\} [1-9]/m)
})

test('a call is presumed lost soon after the configured timeout', async () => {
  const before = await startServer({ constants: { webhookSeconds: 40 }, jobs: ['outbox', 'webhook-calls'] })
  const { database } = before
  const expires = async () =>
    (await database.pool.query(`SELECT expire_seconds FROM pgboss.queue WHERE name = 'webhook-calls'`)).rows
  expect(await expires()).toEqual([{ expire_seconds: 60 }])
  const after = await startServer({
    database,
    constants: { webhookSeconds: 3 },
    jobs: ['outbox', 'webhook-calls'],
  })
  expect(await expires()).toEqual([{ expire_seconds: 23 }])
  await after.close()
  await before.close()
})
