import { type Game, gameUpdateSchema, type LiveEvent } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { BEGINNING } from '../../src/outbox/cursor.ts'
import { readSettled } from '../../src/outbox/read-events.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves, randomGame } from '../play/begin-game.ts'
import { type EventStream, openStream } from '../server/event-stream.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const DAY = 86_400_000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server.close())

/** Waits until a new stream begins after all events so far: other tests' transactions on the same Postgres delay that. */
const settled = () =>
  expect
    .poll(async () => {
      const events = await readSettled(server.store, BEGINNING, 1000)
      return (await server.database.prisma.event.count()) - events.length
    })
    .toBe(0)

const versionsOf = (events: LiveEvent[], { id }: Pick<Game, 'id'>) =>
  events.flatMap((event) => (event.type === 'game' && event.game.id === id ? [event.game.version] : []))
const versionsIn = (stream: EventStream, game: Pick<Game, 'id'>) => versionsOf(stream.events(), game)

describe('the event stream', () => {
  it('begins with the running games and continues with what happens', async () => {
    const carla = await server.player('carla')
    const running = await playMoves(await beginGame(carla, bram), carla, bram, ['d6', 'f4'])
    const ended = await beginGame(carla, bram)
    await carla.call('resign', { params: { id: ended.id } })
    await settled()
    const stream = await openStream(server.url, carla)
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('application/x-ndjson')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    await expect.poll(stream.events).toHaveLength(1)
    expect(stream.events()[0]).toMatchObject({ type: 'game', game: running })
    const { body } = await carla.call('playMove', {
      params: { id: running.id },
      body: { move: 'b6', ply: 2 },
    })
    await expect.poll(stream.events).toHaveLength(2)
    expect(stream.events()[1]).toMatchObject({ type: 'game', game: body.game })
    stream.cut()
  })

  it('begins with a running game whose events were dropped', async () => {
    const ida = await server.player('ida')
    const running = await beginGame(ida, bram)
    await settled()
    const begin = async () => {
      const stream = await openStream(server.url, ida)
      await expect.poll(stream.events).toHaveLength(1)
      stream.cut()
      return stream.events()[0]!
    }
    await server.database.prisma.event.deleteMany({ where: { gameId: running.id } })
    const dropped = await begin()
    expect(dropped).toMatchObject({ type: 'game', game: running })
    // so that a client drops it the next time
    expect(await begin()).toEqual(dropped)
    const played = await playMoves(running, ida, bram, ['d6'])
    await settled()
    expect(await begin()).toMatchObject({ type: 'game', game: played })
  })

  it('begins with the game that has the nearest deadline', async () => {
    const urgent = await server.player('urgent')
    const games: Game[] = []
    for (const days of [7, 3, 1, 5])
      games.push(await beginGame(urgent, bram, { clock: { kind: 'per-move', days } }))
    const [slow, , fast] = games as [Game, Game, Game]
    await settled()
    // an idle game, whose events are gone
    await server.database.prisma.event.deleteMany({ where: { gameId: fast.id } })
    for (const moves of [false, true]) {
      const stream = await openStream(server.url, { token: urgent.token, moves })
      await expect.poll(stream.events).toHaveLength(4)
      stream.cut()
      const order = stream.events().map((event) => event.type === 'game' && event.game.id)
      expect(order).toEqual([fast, games[1], games[3], slow].map((game) => game?.id))
    }
  })

  it('begins with the moves of the running games on request', async () => {
    const marta = await server.player('marta')
    const running = await playMoves(await beginGame(marta, bram), marta, bram, ['d6', 'f4'])
    await settled()
    const stream = await openStream(server.url, { token: marta.token, moves: true })
    await expect.poll(stream.events).toHaveLength(1)
    const { body } = await server.call('listMoves', { params: { id: running.id } })
    expect(stream.events()[0]).toMatchObject({ type: 'game', game: running, moves: body.items })
    await marta.call('playMove', { params: { id: running.id }, body: { move: 'b6', ply: 2 } })
    await expect.poll(stream.events).toHaveLength(2)
    expect(stream.events()[1]).not.toHaveProperty('moves')
    stream.cut()
  })

  it('sends an empty line at once and every ten seconds', async () => {
    const quiet = await server.player('quiet')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = await openStream(server.url, quiet)
    await expect.poll(stream.lines).toEqual([''])
    vi.advanceTimersByTime(10_000)
    await expect.poll(stream.lines).toEqual(['', ''])
    stream.cut()
    await expect.poll(() => server.live.hub.count(`account ${quiet.accountId}`)).toBe(0)
    vi.useRealTimers()
  })

  it('resumes after the last known event: each event once, those of a game by version', async () => {
    const dirk = await server.player('dirk')
    const game = await beginGame(dirk, bram)
    await settled()
    const first = await openStream(server.url, dirk)
    await expect.poll(() => versionsIn(first, game)).toEqual([0])
    first.cut()
    await playMoves(game, dirk, bram, ['d6', 'f4', 'b6'])
    const since = first.events().at(-1)!.id
    const second = await openStream(server.url, { ...dirk, since })
    await expect.poll(() => versionsIn(second, game)).toEqual([0, 1, 2, 3])
    expect(second.events()[0]).toEqual(first.events()[0])
    second.cut()
    // an event that is a day old, or unknown, is answered with all of the last day
    const third = await openStream(server.url, { ...dirk, since: 2 ** 53 - 1 })
    await expect.poll(() => versionsIn(third, game)).toEqual([0, 1, 2, 3])
    third.cut()
    server.clock.advance(DAY + 1)
    const fourth = await openStream(server.url, { ...dirk, since })
    await expect.poll(() => versionsIn(fourth, game)).toEqual([3])
    fourth.cut()
    expect((await dirk.call('followEvents', { query: { since: -1 } })).status).toBe(400)
  })

  it('sends a token what its scopes cover', async () => {
    const deaf = await server.player('deaf', { scopes: ['account:read'] })
    const { body } = await deaf.call('followEvents')
    expect(body.code).toBe('missing-scope')
    expect((await server.call('followEvents')).status).toBe(401)
    const reader = await server.player('reader', { scopes: ['game:read'] })
    const stream = await openStream(server.url, reader)
    await expect.poll(stream.lines).toEqual([''])
    const challenge = {
      rules: 'muehle',
      opponent: 'reader',
      colour: 'white',
      clock: { kind: 'per-move', days: 1 },
    }
    await bram.call('createChallenge', { body: challenge })
    await bram.call('createChallenge', { body: challenge })
    const game = await beginGame(bram, await server.player('accepting'))
    await server.database.prisma.event.create({
      data: { type: 'game', playerIds: [reader.id], payload: { ...game } },
    })
    // events of the earlier challenges would have come first
    await expect.poll(stream.events).toHaveLength(1)
    expect(stream.events()[0]).toMatchObject({ type: 'game', game: { id: game.id } })
    stream.cut()
  })

  it('ends at once when its token is revoked', async () => {
    const erik = await server.player('erik')
    const stream = await openStream(server.url, erik)
    await expect.poll(stream.lines).toEqual([''])
    expect((await server.call('revokeLeakedToken', { body: { token: erik.token } })).status).toBe(204)
    expect(await stream.closed).toBe('end')
    await expect.poll(() => server.live.hub.count(`account ${erik.accountId}`)).toBe(0)
  })

  it('counts towards the account’s limit until it is disconnected', async () => {
    const many = await server.player('many')
    const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(server.url, many)))
    const { status, body, headers } = await many.call('followEvents')
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate-limited', '60'])
    for (const stream of streams) stream.cut()
    await expect.poll(() => server.live.hub.count(`account ${many.accountId}`)).toBe(0)
  })

  it('is not opened by HEAD', async () => {
    const headers = { authorization: `Bearer ${anna.token}` }
    const response = await fetch(`${server.url}/api/v1/account/events`, { method: 'HEAD', headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('ends cleanly at once when the server stops', async () => {
    const other = await startServer({ database: server.database })
    const stream = await openStream(other.url, anna)
    await expect.poll(() => stream.lines().length).toBeGreaterThan(0)
    await other.close()
    expect(await stream.closed).toBe('end')
  })

  it('loses nothing when connections break at random while games go on in several processes', async () => {
    const there = await startServer({ database: server.database, now: server.clock.now() })
    const follower = await server.player('follower')
    const random = seeded(7)
    const games = await Promise.all(Array.from({ length: 8 }, () => beginGame(follower, bram)))
    const ended: number[] = []
    const playing = games.map(async (game, n) => {
      const { moves } = randomGame('muehle', seeded(n), 24)
      for (const [ply, move] of moves.entries()) {
        const url = ply % 2 === n % 2 ? server.url : there.url
        const { token } = ply % 2 === 0 ? follower : bram
        const response = await fetch(`${url}/api/v1/games/${game.id}/moves`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ move, ply }),
        })
        expect(response.status).toBe(201)
        await response.arrayBuffer()
      }
      ended[n] = moves.length
    })
    const known = new Map<number, LiveEvent>()
    let since: number | undefined
    let cuts = 0
    const whole = () =>
      games.every((game, n) => n in ended && versionsOf([...known.values()], game).at(-1) === ended[n])
    while (!whole()) {
      const stream = await openStream(cuts++ % 2 ? server.url : there.url, { ...follower, since })
      const enough = 1 + Math.floor(random() * 40)
      await expect
        .poll(
          () => {
            for (const event of stream.events())
              if (!known.has(event.id)) {
                known.set(event.id, event)
                since = event.id
              }
            return stream.events().length >= enough || whole()
          },
          { interval: 5 },
        )
        .toBe(true)
      stream.cut()
    }
    await Promise.all(playing)
    expect(cuts).toBeGreaterThan(3)
    for (const [n, game] of games.entries()) {
      const versions = versionsOf([...known.values()], game)
      // from the position at which the first stream began
      const first = versions[0]!
      expect(versions).toEqual(Array.from({ length: ended[n]! + 1 - first }, (_, more) => first + more))
    }
    await there.close()
  })
})

describe('the stream of a game', () => {
  const updates = (stream: EventStream) =>
    stream.lines().flatMap((line) => (line ? [gameUpdateSchema.parse(JSON.parse(line))] : []))

  it('shows everybody the game now and after each change, until it is over', async () => {
    const game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
    const stream = await openStream(server.url, { game: game.id, moves: true })
    const { body: moves } = await server.call('listMoves', { params: { id: game.id } })
    await expect.poll(() => updates(stream)).toEqual([{ type: 'game', game, moves: moves.items }])
    await anna.call('sendMessage', { params: { id: game.id }, body: { text: 'Only for you.' } })
    const played = await playMoves(game, anna, bram, ['b6'])
    const { body } = await bram.call('resign', { params: { id: game.id } })
    expect(await stream.closed).toBe('end')
    expect(updates(stream).slice(1)).toEqual([played, body.game].map((game) => ({ type: 'game', game })))

    const over = await server.call('followGame', { params: { id: game.id } })
    expect(over.headers.get('content-type')).toBe('application/x-ndjson')
    expect(over.body).toBe(`${JSON.stringify({ type: 'game', game: body.game })}\n`)
    expect((await server.call('followGame', { params: { id: 7 } })).body.code).toBe('not-found')
  })

  it('misses no move and repeats none', async () => {
    const { moves } = randomGame('muehle', seeded(7), 24)
    const game = await beginGame(anna, bram)
    const stream = await openStream(server.url, { game: game.id })
    const before = server.live.hub.size
    await playMoves(game, anna, bram, moves)
    await anna.call('resign', { params: { id: game.id } })
    expect(await stream.closed).toBe('end')
    const seen = updates(stream).map(({ game }) => game.version)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen.length).toBeGreaterThanOrEqual(moves.length + 1)
    expect(server.live.hub.size).toBe(before - 1)
  })
})

describe('server-sent events', () => {
  const ACCEPT = { accept: 'text/event-stream' }
  /** What a client of server-sent events makes of a stream: the data of each event, and the last id. */
  const received = (stream: EventStream) => {
    const fields = (name: string) =>
      stream.lines().flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
    const last = fields('id').at(-1)
    return {
      data: fields('data').map((json): LiveEvent => JSON.parse(json)),
      resume: { ...ACCEPT, ...(last && { 'last-event-id': last }) },
    }
  }

  it('go on after the last one received, without a gap', async () => {
    const [jan, kim] = [await server.player('jan'), await server.player('kim')]
    const game = await beginGame(jan, kim)
    await settled()
    const first = await openStream(server.url, { ...jan, headers: ACCEPT })
    expect(first.headers.get('content-type')).toBe('text/event-stream')
    await expect.poll(() => received(first).data).toHaveLength(1)
    await playMoves(game, jan, kim, ['d6', 'f4'])
    await expect.poll(() => versionsOf(received(first).data, game)).toHaveLength(3)
    first.cut()
    await jan.call('playMove', { params: { id: game.id }, body: { move: 'b6', ply: 2 } })
    await settled()

    const again = await openStream(server.url, { ...jan, headers: received(first).resume })
    // the running game as it was at that event, then what was missed
    await expect.poll(() => received(again).data).toHaveLength(2)
    const [before] = versionsOf(received(first).data.slice(-1), game) as [number]
    expect(versionsOf(received(again).data, game)).toEqual([before, before + 1])
    again.cut()
    // what comes again counts from the same place
    const third = await openStream(server.url, { ...jan, headers: received(again).resume })
    await expect.poll(() => received(third).data).toHaveLength(1)
    third.cut()
    expect(received(third).resume).toEqual(ACCEPT)
  })

  it('have ids also for a client that names an event after the newest', async () => {
    const [lea, mia] = [await server.player('lea'), await server.player('mia')]
    const game = await beginGame(lea, mia)
    await settled()
    const headers = { ...ACCEPT, 'last-event-id': '999999999999' }
    const streams = [
      await openStream(server.url, { ...lea, headers }),
      await openStream(server.url, { game: game.id, headers }),
    ]
    for (const stream of streams) await expect.poll(() => received(stream).data.length).toBeGreaterThan(0)
    await playMoves(game, lea, mia, ['d6'])
    for (const stream of streams) {
      await expect.poll(() => versionsOf(received(stream).data, game)).toContain(game.version + 1)
      expect(received(stream).resume).not.toEqual(ACCEPT)
      stream.cut()
    }
  })

  it('end when the game that was followed is over, and number its versions', async () => {
    const game = await beginGame(anna, bram)
    const stream = await openStream(server.url, { game: game.id, headers: ACCEPT })
    await anna.call('resign', { params: { id: game.id } })
    expect(await stream.closed).toBe('end')
    const { data, resume } = received(stream)
    expect(versionsOf(data, game)).toEqual([game.version, game.version + 1])
    expect(resume).toEqual({ ...ACCEPT, 'last-event-id': `${game.version + 1}` })
  })

  it.each(['nonsense', '-1', '99999999999999999999', ''])(
    'a Last-Event-ID of “%s” is refused',
    async (id) => {
      const game = await beginGame(anna, bram)
      for (const target of [{ token: anna.token }, { game: game.id }]) {
        const stream = await openStream(server.url, {
          ...target,
          headers: { ...ACCEPT, 'last-event-id': id },
        })
        expect(stream.status).toBe(400)
      }
    },
  )
})
