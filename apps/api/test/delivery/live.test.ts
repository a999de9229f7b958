import { once } from 'node:events'
import { LIVE_PROTOCOL, type LiveEvent, TOKEN_PROTOCOL_PREFIX } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { settledCursor } from '../../src/outbox/read-events.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type LiveSocket, openSocket } from '../server/live-socket.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

/** Begins a game by challenge; anna is white. */
async function beginGame(white = anna, black = bram): Promise<number> {
  const challenge = await white.call('createChallenge', {
    body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } },
  })
  const accepted = await black.call('acceptChallenge', { params: { id: challenge.body.id } })
  return accepted.body.game.id
}
const move = (player: TestPlayer, id: number, ply: number, move: string) =>
  player.call('playMove', { params: { id }, body: { move, ply } })
const refused = (status: number) => expect.objectContaining({ message: `${status}` })

describe('the handshake', () => {
  test('accepts a token in the Authorization header or as a subprotocol, and does not echo it', async () => {
    const byHeader = await openSocket(server.url, { token: anna.token })
    expect(byHeader.socket.protocol).toBe(LIVE_PROTOCOL)
    const byProtocol = await openSocket(server.url, {
      protocols: [LIVE_PROTOCOL, `${TOKEN_PROTOCOL_PREFIX}${anna.token}`],
    })
    expect(byProtocol.socket.protocol).toBe(LIVE_PROTOCOL)
    const id = await beginGame()
    await byHeader.waitFor('game', ({ game }) => game.id === id)
    await byProtocol.waitFor('game', ({ game }) => game.id === id)
    byHeader.socket.close()
    byProtocol.socket.close()
  })

  test('refuses an invalid token with 401', async () => {
    await expect(openSocket(server.url, { token: 'tz_wrong' })).rejects.toEqual(refused(401))
    const protocols = [LIVE_PROTOCOL, `${TOKEN_PROTOCOL_PREFIX}tz_wrong`]
    await expect(openSocket(server.url, { protocols })).rejects.toEqual(refused(401))
  })

  test('accepts a session cookie from our own origin only', async () => {
    const cookie = await register('carla')
    const own = await openSocket(server.url, { headers: { cookie, origin: server.url } })
    own.send({ type: 'ping' })
    await own.waitFor('pong')
    own.socket.close()
    for (const origin of ['https://example.org', 'null', server.url.replace(/\d+$/, '1')])
      await expect(openSocket(server.url, { headers: { cookie, origin } })).rejects.toEqual(refused(403))
  })

  test('answers an ordinary request with 426', async () => {
    const response = await fetch(`${server.url}/api/v1/live`)
    expect(response.status).toBe(426)
    expect(response.headers.get('upgrade')).toBe('websocket')
    expect(await response.json()).toMatchObject({ code: 'upgrade-required' })
  })

  test('refuses more sockets than one address or account may have', async () => {
    const dora = await server.player('dora')
    const handshake = { token: dora.token }
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(server.url, handshake)))
    await expect(openSocket(server.url, handshake)).rejects.toEqual(refused(429))
    const another = await openSocket(server.url)
    another.socket.close()
    sockets[0]?.socket.close()
    await sockets[0]?.closed
    await expect.poll(() => server.live.hub.count(`account ${dora.accountId}`)).toBe(99)
    sockets.push(await openSocket(server.url, handshake))
    for (const { socket } of sockets) socket.terminate()
  })
})

describe('a page’s first connection', () => {
  test('begins with what happened since the page was written, for its player only', async () => {
    const id = await beginGame()
    const { tx: since } = await settledCursor(server.store)
    await move(anna, id, 0, 'd6')
    const [own, stranger, visitor] = [
      await openSocket(server.url, { token: bram.token, since }),
      await openSocket(server.url, { token: (await server.player('dirk')).token, since }),
      await openSocket(server.url, { since }),
    ]
    const { game } = await own.waitFor('game')
    expect([game.id, game.ply]).toEqual([id, 1])
    await move(bram, id, 1, 'f4')
    await own.waitFor('game', ({ game }) => game.ply === 2)
    for (const each of [stranger, visitor]) {
      each.send({ type: 'ping' })
      await each.waitFor('pong')
      expect(each.messages()).toEqual([{ type: 'pong' }])
    }
    for (const { socket } of [own, stranger, visitor]) socket.close()
  })

  test('ends if the page is older than a minute, so that everything is loaded again', async () => {
    const { tx: since } = await settledCursor(server.store)
    await beginGame()
    server.clock.advance(61_000)
    await beginGame()
    const own = await openSocket(server.url, { token: bram.token, since })
    expect(await own.closed).toBe(1013)
    expect(own.messages()).toEqual([])
  })
})

describe('watching', () => {
  test('sends anyone the current game, then each change', async () => {
    const id = await beginGame()
    const watcher = await openSocket(server.url)
    watcher.send({ type: 'watch', game: id })
    expect((await watcher.waitFor('watching')).game).toMatchObject({ id, version: 0, ply: 0 })
    const { body } = await move(anna, id, 0, 'd6')
    const first = await watcher.waitFor('game')
    expect(first.game).toEqual(body.game)
    watcher.send({ type: 'unwatch', game: id })
    expect(await watcher.waitFor('unwatched')).toEqual({ type: 'unwatched', game: id })
    await move(bram, id, 1, 'd2')
    watcher.send({ type: 'ping' })
    await watcher.waitFor('pong')
    expect(watcher.messages().filter(({ type }) => type === 'game')).toHaveLength(1)
    watcher.socket.close()
  })

  test('ends with the socket', async () => {
    const id = await beginGame()
    const { hub } = server.live
    const before = hub.size
    const watcher = await openSocket(server.url)
    watcher.send({ type: 'watch', game: id })
    await watcher.waitFor('watching')
    expect(hub.size).toBe(before + 1)
    watcher.socket.terminate()
    await expect.poll(() => hub.size).toBe(before)
    await move(anna, id, 0, 'd6')
  })

  test('an unknown game answers a problem, whatever its number', async () => {
    const watcher = await openSocket(server.url)
    for (const [n, game] of [1, 2 ** 31, Number.MAX_SAFE_INTEGER].entries()) {
      watcher.send({ type: 'watch', game })
      await expect.poll(() => watcher.messages().length).toBe(n + 1)
      expect(watcher.messages()[n]).toMatchObject({ type: 'problem', problem: { code: 'not-found' } })
    }
    watcher.socket.close()
  })

  test('is limited to 200 games', async () => {
    const ids = await server.database.prisma.$queryRaw<{ id: number }[]>`
      INSERT INTO games (rules, rules_revision, white_id, black_id, position, clock, clock_since, deadline,
        white_remaining_ms, black_remaining_ms, turn_ms)
      SELECT 'muehle', 1, ${anna.id}::int, ${bram.id}::int, '.../.../.../....../.../.../... w 9 9 0 1',
        '{"kind":"per-move","days":3}', '2026-11-20', '2026-12-01', 1, 1, 1 FROM generate_series(1, 201) RETURNING id`
    const watcher = await openSocket(server.url)
    for (const { id } of ids) watcher.send({ type: 'watch', game: id })
    expect(await watcher.waitFor('problem')).toMatchObject({ problem: { code: 'limit-reached' } })
    expect(watcher.messages().filter(({ type }) => type === 'watching')).toHaveLength(200)
    watcher.send({ type: 'watch', game: ids[7]!.id })
    await expect.poll(() => watcher.messages().length).toBe(202)
    expect(watcher.messages().at(-1)).toMatchObject({ type: 'watching', game: { id: ids[7]!.id } })
    watcher.socket.close()
  })
})

describe('the rate limit', () => {
  test('counts what all sockets of an address watch as reads, and says when to try again', async () => {
    const limited = await startServer({ env: { RATE_LIMIT: '5' } })
    const sockets = [await openSocket(limited.url), await openSocket(limited.url)]
    for (const { send } of sockets) for (let i = 0; i < 4; i++) send({ type: 'watch', game: 1 })
    const codes = () =>
      sockets.flatMap(({ messages }) =>
        messages().map((message) => (message.type === 'problem' ? message.problem.code : message.type)),
      )
    await expect.poll(() => codes().length).toBe(8)
    // the two handshakes are reads too
    expect(codes().filter((code) => code === 'not-found')).toHaveLength(3)
    expect(codes().filter((code) => code === 'rate-limited')).toHaveLength(5)
    const refusal = await sockets[1]!.waitFor('problem', ({ problem }) => problem.code === 'rate-limited')
    expect(refusal).toMatchObject({ game: 1, retryAfter: expect.any(Number) })
    for (const { socket } of sockets) socket.terminate()
    await limited.close()
  })
})

describe('events of one’s own games', () => {
  test('arrive without watching, and once for those who also watch', async () => {
    const white = await openSocket(server.url, { token: anna.token })
    const black = await openSocket(server.url, { token: bram.token })
    const challenge = await anna.call('createChallenge', {
      body: { rules: 'halma', opponent: 'bram', colour: 'white', clock: { kind: 'per-move', days: 1 } },
    })
    const requested = await black.waitFor('challenge', (event) => event.challenge.id === challenge.body.id)
    expect(requested.challenge.state).toBe('open')
    const { body } = await bram.call('acceptChallenge', { params: { id: challenge.body.id } })
    await white.waitFor('challenge', (event) => event.challenge.state === 'accepted')
    const id = body.game.id
    await white.waitFor('game', (event) => event.game.id === id)
    black.send({ type: 'watch', game: id })
    await black.waitFor('watching')
    await anna.call('resign', { params: { id } })
    await black.waitFor('game', ({ game }) => game.id === id && game.version === 1)
    black.send({ type: 'ping' })
    await black.waitFor('pong')
    const ofThisChange = black
      .messages()
      .filter((message) => message.type === 'game' && message.game.id === id && message.game.version === 1)
    expect(ofThisChange).toHaveLength(1)
    white.socket.close()
    black.socket.close()
  })

  test('are limited to the token’s scopes', async () => {
    const emil = await server.player('emil', { scopes: ['game:play', 'challenge:write'] })
    const fenna = await server.player('fenna', { scopes: ['game:read', 'game:play'] })
    const socketOf = (player: TestPlayer) => openSocket(server.url, { token: player.token })
    const challenging = await socketOf(emil)
    const reading = await socketOf(fenna)
    const { body } = await emil.call('createChallenge', {
      body: { rules: 'muehle', opponent: 'fenna', colour: 'white', clock: { kind: 'per-move', days: 1 } },
    })
    await challenging.waitFor('challenge')
    const fennaAlso = await server.database.prisma.token.findFirstOrThrow({
      where: { accountId: fenna.accountId },
    })
    await server.database.prisma.token.update({
      where: { id: fennaAlso.id },
      data: { scopes: ['game:play', 'game:read', 'challenge:write'] },
    })
    const accepted = await fenna.call('acceptChallenge', { params: { id: body.id } })
    await move(emil, accepted.body.game.id, 0, 'd6')
    await reading.waitFor('game', ({ game }) => game.ply === 1)
    challenging.send({ type: 'ping' })
    await challenging.waitFor('pong')
    expect(reading.messages().map(({ type }) => type)).not.toContain('challenge')
    expect(challenging.messages().map(({ type }) => type)).not.toContain('game')
    challenging.socket.close()
    reading.socket.close()
  })

  test('are not sent to others', async () => {
    const stranger = await server.player('stranger')
    const socket = await openSocket(server.url, { token: stranger.token })
    const id = await beginGame()
    await move(anna, id, 0, 'd6')
    socket.send({ type: 'ping' })
    await socket.waitFor('pong')
    expect(socket.messages()).toHaveLength(1)
    socket.socket.close()
  })
})

describe('a client that misbehaves', () => {
  test('gets a problem that says what was expected', async () => {
    const { socket, messages } = await openSocket(server.url)
    const bad = ['', 'x', '[]', '{"type":"play"}', '{"type":"watch"}', '{"type":"watch","game":1.5}']
    const unknownField = '{"type":"ping","now":true}'
    for (const text of [...bad, unknownField]) socket.send(text)
    socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
    await expect.poll(() => messages().length).toBe(bad.length + 2)
    for (const message of messages())
      expect(message).toMatchObject({ type: 'problem', problem: { code: 'validation', status: 400 } })
    socket.close()
  })

  test('is closed for a message that is too long, or for too many messages', async () => {
    const long = await openSocket(server.url)
    long.socket.send(' '.repeat(2000))
    expect(await long.closed).toBe(1009)
    const many = await openSocket(server.url)
    for (let n = 0; n < 401; n++) many.send({ type: 'ping' })
    expect(await many.closed).toBe(1008)
  })

  test('is dropped when it does not read, delays no other, and goes on when it is back', async () => {
    const { hub } = server.live
    const slow = await server.player('slow')
    const quick = await server.player('quick')
    const { socket } = await openSocket(server.url, { token: slow.token })
    const reading = (await openSocket(server.url, { token: quick.token })).socket
    socket.pause()
    const challenge = { message: 'x'.repeat(1_000_000) }
    for (let id = 0; hub.count(`account ${slow.accountId}`) > 0; id++) {
      const received = once(reading, 'message')
      hub.deliver({ id, type: 'challenge', challenge } as LiveEvent, [slow.id, quick.id])
      expect(JSON.parse(String((await received)[0])).id).toBe(id)
    }
    expect(reading.readyState).toBe(WebSocket.OPEN)
    const back = await openSocket(server.url, { token: slow.token })
    const game = await beginGame(slow, quick)
    await back.waitFor('game', ({ game: { id } }) => id === game)
    for (const each of [socket, reading, back.socket]) each.terminate()
  })
})

describe('a session or token that ends', () => {
  test('by revocation closes its sockets and no others', async () => {
    const cookie = await register('gijs')
    const asGijs = { headers: { cookie, origin: server.url } }
    const created = await server.call('createToken', {
      ...asGijs,
      body: { name: 'bot', scopes: ['game:read'] },
    })
    const byToken = await openSocket(server.url, { token: created.body.token })
    const byCookie = await openSocket(server.url, asGijs)
    await server.call('revokeToken', { ...asGijs, params: { id: created.body.id } })
    expect(await byToken.closed).toBe(4401)
    byCookie.send({ type: 'ping' })
    await byCookie.waitFor('pong')
    await server.call('logOut', asGijs)
    expect(await byCookie.closed).toBe(4401)
  })

  test('by expiry, or by a deletion in the database, closes them within a minute', async () => {
    const ownTimers = await startServer({ database: server.database })
    const [expiring, deleted, standing] = await Promise.all(
      ['hanna', 'ilse', 'jan'].map((name) => server.player(name)),
    )
    const sockets = await Promise.all(
      [expiring, deleted, standing].map((player) => openSocket(ownTimers.url, { token: player!.token })),
    )
    const { token } = server.database.prisma
    const expiresAt = new Date(ownTimers.clock.now().getTime() + 1000)
    await token.updateMany({ where: { accountId: expiring!.accountId }, data: { expiresAt } })
    await token.deleteMany({ where: { accountId: deleted!.accountId } })
    await oneMinute(sockets)
    expect(await sockets[1]!.closed).toBe(4401)
    expect(sockets[0]!.socket.readyState).toBe(WebSocket.OPEN)
    ownTimers.clock.advance(1000)
    await oneMinute(sockets)
    expect(await sockets[0]!.closed).toBe(4401)
    expect(sockets[2]!.socket.readyState).toBe(WebSocket.OPEN)
    await ownTimers.close()
  })
})

test('a socket that does not answer a ping before the next one is dropped', async () => {
  const pinging = await startServer({ database: server.database })
  const deaf = await openSocket(pinging.url, { autoPong: false })
  const alive = await openSocket(pinging.url)
  const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
  vi.advanceTimersByTime(25_000)
  await pinged
  alive.send({ type: 'ping' })
  await alive.waitFor('pong') // by now its answer to the ping has arrived too
  vi.advanceTimersByTime(25_000)
  expect(await deaf.closed).toBe(1006)
  expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  await pinging.close()
})

test('a server that stops tells its sockets why', async () => {
  const stopping = await startServer({ database: server.database })
  const { closed } = await openSocket(stopping.url)
  await stopping.close()
  expect(await closed).toBe(1001)
})

/** Advances the timers by a minute, during which the sockets answer pings. */
async function oneMinute(sockets: LiveSocket[]): Promise<void> {
  for (let third = 0; third < 3; third++) {
    vi.advanceTimersByTime(20_000)
    // one round trip: the server's ping was answered; a second: the answer has arrived
    await Promise.all(sockets.map(roundTrip))
    await Promise.all(sockets.map(roundTrip))
  }
}

async function roundTrip({ socket, closed }: LiveSocket): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return
  socket.ping()
  await Promise.race([closed, new Promise((resolve) => socket.once('pong', resolve))])
}

async function register(username: string): Promise<string> {
  const answer = await server.call('register', {
    body: { username, email: `${username}@example.org`, password: 'a long password' },
  })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
