import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTicker } from '../../src/jobs/ticker.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { playMove } from '../../src/play/moves/play-move.ts'
import { playTasks } from '../../src/play/periodic-tasks.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { openStream } from '../server/event-stream.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

const DAY = 86_400_000
const START = '2026-11-20T12:00:00.000Z'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer

beforeAll(async () => {
  server = await startServer({ now: START, env: { SWEEP_SECONDS: '1' } })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

/** White is to move at ply 2, with one day left. */
const running = async (moves = ['d6', 'f4']) =>
  playMoves(await beginGame(anna, bram, { clock: { kind: 'per-move', days: 1 } }), anna, bram, moves)
const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const move = (player: TestPlayer, game: Game, text: string) =>
  player.call('playMove', { params: { id: game.id }, body: { move: text, ply: game.ply } })

describe('the deadline', () => {
  it('restarts with every move', async () => {
    const game = await running([])
    expect(game.deadline).toBe('2026-11-21T12:00:00.000Z')
    server.clock.advance(DAY - 1)
    const { body } = await move(anna, game, 'd6')
    expect(body.game).toMatchObject({
      deadline: '2026-11-22T11:59:59.999Z',
      clocks: { white: { remainingMs: DAY }, black: { remainingMs: DAY } },
    })
  })

  it('is checked when a command arrives: the last millisecond is in time, the next is not', async () => {
    const [inTime, late] = [await running(), await running()]
    server.clock.advance(DAY)
    expect((await move(anna, inTime, 'b6')).status).toBe(201)
    server.clock.advance(1)
    const refused = await move(anna, late, 'b6')
    expect([refused.status, refused.body.code]).toEqual([409, 'game-over'])
    expect(refused.body.detail).toContain('white’s time ran out')
  })

  it('shows as overdue in the game until the game ends, with no legal moves', async () => {
    const game = await running()
    const listed = async () => {
      const { body } = await anna.call('listGames', { query: { turn: 'mine' } })
      return body.items.find(({ id }: Game) => id === game.id)
    }
    server.clock.advance(DAY)
    expect(await get(game)).not.toHaveProperty('overdue')
    expect(await listed()).not.toHaveProperty('overdue')
    server.clock.advance(1)
    expect(await get(game)).toMatchObject({ status: 'active', overdue: true })
    expect(await listed()).toMatchObject({ status: 'active', overdue: true })
    const { body } = await server.call('getLegalMoves', { params: { id: game.id } })
    expect(body.moves).toEqual([])

    server.clock.advance(5000)
    await move(anna, game, 'b6')
    const over = await get(game)
    expect(over).toMatchObject({ status: 'finished', outcome: { reason: 'timeout' } })
    expect(over).not.toHaveProperty('overdue')
  })

  it('shows as overdue in exports, reports and the first lines of streams too', async () => {
    const game = await running()
    const params = { id: game.id }
    const admin = await server.player('judge', { role: 'admin' })
    const filed = await bram.call('reportPlayer', {
      params: { username: 'anna' },
      body: { reason: 'other', text: 'Geen zet', game: game.id },
    })
    server.clock.advance(DAY + 1)
    const late = { id: game.id, status: 'active', overdue: true }
    expect((await anna.call('exportGame', { params, query: { format: 'json' } })).body.game).toMatchObject(
      late,
    )
    const many = await anna.call('exportGames', { query: { format: 'json' }, body: { ids: [game.id] } })
    expect(JSON.parse(many.body).game).toMatchObject(late)
    const review = await admin.call('reviewReport', { params: { id: filed.body.id } })
    expect(review.body.game).toMatchObject(late)
    for (const target of [{ game: game.id }, { token: anna.token }]) {
      const stream = await openStream(server.url, target)
      const first = () =>
        stream
          .lines()
          .map((line) => line && JSON.parse(line).game)
          .find((each) => each?.id === game.id)
      await expect.poll(first).toMatchObject(late)
      stream.cut()
    }
  })

  it('is checked against the arrival of a request, however long the request takes', async () => {
    const game = await running()
    server.clock.advance(DAY)
    const body = JSON.stringify({ move: 'b6', ply: 2 })
    const sent = request(`${server.url}/api/v1/games/${game.id}/moves`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    const arrival = once(server.app.server, 'request')
    sent.flushHeaders()
    await arrival
    server.clock.advance(1)
    sent.end(body)
    const [answer] = await answered
    answer.resume()
    expect(answer.statusCode).toBe(201)
  })

  it('still counts for a move that arrived in time while the sweep runs', async () => {
    const game = await running()
    server.clock.advance(DAY)
    const arrivedAt = server.clock.now()
    server.clock.advance(4999)
    expect(await endOverdueGames(server.deps, server.store)).toBe(0)
    expect((await bram.call('resign', { params: { id: game.id } })).body.code).toBe('game-over')
    const command = { game: game.id, playerId: anna.id, move: 'b6', ply: 2, arrivedAt }
    const played = await playMove(server.deps, server.store, command)
    expect(played).toMatchObject({ ok: true, value: { played: true, game: { status: 'active', ply: 3 } } })
  })

  it('ends the game at the first late command, which is refused, even a resignation', async () => {
    for (const late of [
      (game: Game) => move(anna, game, 'b6'),
      (game: Game) => bram.call('resign', { params: { id: game.id } }),
      (game: Game) => bram.call('cancelGame', { params: { id: game.id } }),
    ]) {
      server.clock.set(START)
      const game = await running()
      server.clock.advance(DAY + 10_000)
      const answer = await late(game)
      expect([answer.status, answer.body.code]).toEqual([409, 'game-over'])
      expect(await get(game)).toEqual({
        ...game,
        status: 'finished',
        turn: null,
        deadline: null,
        version: 3,
        clocks: { ...game.clocks, white: { remainingMs: 0 } },
        outcome: { winner: 'black', reason: 'timeout' },
        updatedAt: server.clock.now().toISOString(),
        endedAt: server.clock.now().toISOString(),
      })
      expect((await late(game)).body.code).toBe('game-over')
      expect(await server.database.prisma.event.count({ where: { gameId: game.id } })).toBe(4)
    }
  })

  it('does not refuse a repeat of a move that was played', async () => {
    const game = await running()
    server.clock.advance(2 * DAY)
    const again = await bram.call('playMove', { params: { id: game.id }, body: { move: 'f4', ply: 1 } })
    expect([again.status, again.body.game.status]).toEqual([200, 'active'])
    await endOverdueGames(server.deps, server.store)
  })
})

describe('the sweep', () => {
  it('ends the games that are out of time and no others, with events', async () => {
    const overdue = await running()
    const game = await running(['d6'])
    server.clock.advance(10_000)
    const fresh = await running()
    server.clock.set(new Date(new Date(START).getTime() + DAY + 5001))
    server.published.events.length = 0
    expect(await endOverdueGames(server.deps, server.store)).toBe(2)
    expect(await get(overdue)).toMatchObject({
      status: 'finished',
      outcome: { winner: 'black', reason: 'timeout' },
    })
    expect(await get(game)).toMatchObject({
      status: 'cancelled',
      outcome: { winner: null, reason: 'cancelled' },
    })
    expect(await get(fresh)).toEqual(fresh)
    expect(
      server.published.events.map(({ event }) => (event.type === 'game' ? event.game.id : 0)).sort(),
    ).toEqual([overdue.id, game.id])
    server.clock.advance(DAY)
    await endOverdueGames(server.deps, server.store)
  })

  it('ends each game once when several sweeps run at once, also in a large batch', async () => {
    const { prisma } = server.database
    const start = await running()
    const { id: _, ...row } = await prisma.game.findUniqueOrThrow({ where: { id: start.id } })
    await prisma.game.createMany({
      data: Array.from({ length: 230 }, () => ({
        ...row,
        clock: { ...start.clock },
        whiteSchedule: { ...start.schedules.white },
        blackSchedule: { ...start.schedules.black },
      })),
    })
    server.clock.advance(2 * DAY)
    await Promise.all([
      endOverdueGames(server.deps, server.store),
      endOverdueGames(server.deps, server.store),
      endOverdueGames(server.deps, server.store),
    ])
    expect(
      await prisma.game.count({ where: { status: 'active', deadline: { lt: server.clock.now() } } }),
    ).toBe(0)
    const ended = await prisma.game.findMany({ where: { id: { gte: start.id }, reason: 'timeout' } })
    expect(ended).toHaveLength(231)
    expect(new Set(ended.map(({ version }) => version))).toEqual(new Set([3]))
    const events = await prisma.event.count({
      where: { gameId: { in: ended.map((game) => game.id) }, version: 3 },
    })
    expect(events).toBe(231)
  })

  it('does not end a game if its move arrives in time', async () => {
    for (let n = 0; n < 5; n++) {
      server.clock.set(START)
      const game = await running()
      server.clock.advance(DAY)
      const played = move(anna, game, 'b6')
      const [answer] = await Promise.all([played, endOverdueGames(server.deps, server.store)])
      expect(answer.status).toBe(201)
    }
  })

  it('ends the other games if one cannot be ended', async () => {
    const [broken, other] = [await running(), await running()]
    const { pool } = server.database
    await pool.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a broken game'; END $$;
       CREATE TRIGGER broken BEFORE UPDATE ON games FOR EACH ROW WHEN (old.id = ${broken.id}) EXECUTE FUNCTION refuse()`,
    )
    try {
      server.clock.advance(2 * DAY)
      await expect(endOverdueGames(server.deps, server.store)).rejects.toThrow('a broken game')
      expect((await get(other)).status).toBe('finished')
    } finally {
      await pool.query('DROP FUNCTION refuse CASCADE')
    }
  })

  it('runs periodically until it is stopped', async () => {
    const game = await running()
    server.clock.advance(2 * DAY)
    const { now, log } = server.deps
    const ticker = createTicker({
      tasks: playTasks(server.deps, server.heartbeat),
      db: server.store,
      now,
      log,
    })
    ticker.start()
    await expect.poll(async () => (await get(game)).status).toBe('finished')
    await ticker.stop()
    server.clock.set(START)
    const next = await running()
    server.clock.advance(2 * DAY)
    await new Promise((resolve) => setTimeout(resolve, 1300))
    expect((await get(next)).status).toBe('active')
  })
})
