import type { Game, Schedule } from '@tegenzet/contract'
import { openDatabase } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outages as outageCount, outageSeconds } from '../../src/metrics.ts'
import { ruleOnClaim } from '../../src/play/claims/rule-on-claim.ts'
import { withdrawClaim } from '../../src/play/claims/withdraw-claim.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { TIMEOUT_GRACE_MS } from '../../src/play/game/endings.ts'
import { giveTimeBack } from '../../src/play/outages/give-time-back.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { fileRepetition, gameWithRepetition } from './repetition-games.ts'

const START = '2026-11-20T12:00:00.000Z'
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const ALWAYS = { timezone: 'UTC', daysOff: [], quietHours: null }
type TestDatabase = Awaited<ReturnType<typeof testDatabase>>
const BANK = { kind: 'bank', days: 2, incrementHours: 0, capDays: 2 } as const

let database: TestDatabase
let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  database = await testDatabase()
  server = await startServer({ now: START, database })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
beforeEach(async () => {
  server.clock.set(START)
  server.heartbeat.lastAt = null
  outageCount.reset()
  outageSeconds.reset()
  // removes games, outages and heartbeats of earlier tests
  await database.prisma.$executeRaw`
    UPDATE games SET status = 'cancelled', reason = 'cancelled', turn = NULL, deadline = NULL, clock_since = NULL
    WHERE turn IS NOT NULL`
  await database.prisma.outage.deleteMany()
  await database.prisma.heartbeat.updateMany({ data: { at: null } })
  for (const player of [anna, bram]) await player.call('updateAccount', { body: ALWAYS })
  await server.heartbeat.update()
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

const at = (...ms: number[]) => new Date(ms.reduce((sum, each) => sum + each, +new Date(START))).toISOString()
const before = ({ version, updatedAt }: Game) => ({ version, updatedAt })
const left = ({ clocks: { white, black } }: Game) => [white.remainingMs, black.remainingMs]
/** Runs the periodic task. */
async function sweep({ heartbeat, deps }: TestServer) {
  await heartbeat.catchUp()
  return endOverdueGames(deps, server.store)
}
const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const outages = () => server.database.prisma.outage.findMany({ orderBy: { id: 'asc' } })
/** Notices an outage, and writes its time to the games. */
async function recover() {
  await server.heartbeat.update()
  return giveTimeBack(server.store, server.clock.now())
}
/** Advances the clock while heartbeats go on. */
async function advanceWithHeartbeats(ms: number) {
  server.clock.advance(ms)
  server.heartbeat.lastAt = server.clock.now().getTime()
  await server.database.prisma.heartbeat.updateMany({ data: { at: server.clock.now() } })
}
const begin = () => beginGame(anna, bram, { clock: BANK })

describe('while the heartbeat runs', () => {
  it('no time is given back, and clocks run', async () => {
    const game = await begin()
    await advanceWithHeartbeats(10 * 60 * SECOND)
    server.clock.advance(60 * SECOND)
    await server.heartbeat.update()
    expect(await outages()).toEqual([])
    expect(await get(game)).toEqual(game)
  })
})

describe('an outage', () => {
  it('is given back to every running clock to the millisecond, with an event', async () => {
    const games = [await begin(), await begin()]
    await advanceWithHeartbeats(2 * 60 * SECOND)
    const blacks = await playMoves(games[1]!, anna, bram, ['d6'])
    await advanceWithHeartbeats(60 * SECOND)
    server.published.events.length = 0
    server.clock.advance(3 * HOUR + 7)
    await server.heartbeat.update()
    const asRead = [await get(games[0]!), await get(blacks)]
    expect(await recover()).toBe(2)
    expect(await recover()).toBe(0)
    const [outage, ...others] = await outages()
    expect([outage, others]).toMatchObject([
      { from: new Date(at(180 * SECOND)), until: new Date(at(180 * SECOND, 3 * HOUR, 7)) },
      [],
    ])
    const [first, second] = [await get(games[0]!), await get(blacks)]
    expect(first).toMatchObject({ version: 1, deadline: at(2 * DAY, 3 * HOUR, 7) })
    expect(left(first)).toEqual([2 * DAY - 180 * SECOND, 2 * DAY])
    expect(second).toMatchObject({ version: 2, deadline: at(120 * SECOND, 2 * DAY, 3 * HOUR, 7) })
    expect(left(second)).toEqual([2 * DAY - 120 * SECOND, 2 * DAY - 60 * SECOND])
    // whoever reads a game before it is written sees the same clocks
    expect(asRead).toEqual([first, second].map((game, n) => ({ ...game, ...before(asRead[n]!) })))
    const published = server.published.events.map(({ event }) => event.type === 'game' && event.game)
    expect(published).toEqual([first, second])
    const events = await server.database.prisma.event.findMany({ where: { gameId: first.id, version: 1 } })
    expect(events).toMatchObject([{ actorId: null, payload: first }])
    // what is left adds up afterwards
    await advanceWithHeartbeats(HOUR)
    expect(left(await playMoves(first, anna, bram, ['d6']))).toEqual([2 * DAY - HOUR - 180 * SECOND, 2 * DAY])
  })

  it('is a gap of more than a minute by default', async () => {
    server.clock.advance(60 * SECOND)
    await server.heartbeat.update()
    expect(await outages()).toEqual([])
    server.clock.advance(60 * SECOND + 1)
    await server.heartbeat.update()
    expect(await outages()).toHaveLength(1)
  })

  it('loses no game whose time ran out during it, and saves none that was lost before', async () => {
    const [lasting, lost] = [await begin(), await begin()]
    const { prisma } = server.database
    await prisma.game.update({ where: { id: lost.id }, data: { deadline: new Date(at(60 * SECOND)) } })
    await advanceWithHeartbeats(61 * SECOND)
    server.clock.advance(5 * DAY)
    await sweep(server)
    expect(await get(lasting)).toMatchObject({ status: 'active', deadline: at(7 * DAY) })
    expect(await get(lost)).toMatchObject({ status: 'cancelled', version: 1 })
  })

  it('is given back before a command is checked: a move is in time and costs nothing of it', async () => {
    const game = await begin()
    await advanceWithHeartbeats(HOUR)
    server.clock.advance(5 * DAY)
    const { status, body } = await anna.call('playMove', {
      params: { id: game.id },
      body: { move: 'd6', ply: 0 },
    })
    expect(status).toBe(201)
    expect(left(body.game)).toEqual([2 * DAY - HOUR, 2 * DAY])
    expect(body.game.deadline).toBe(at(HOUR, 5 * DAY, 2 * DAY))
    expect(await outages()).toHaveLength(1)
  })

  it('is given back before the server reports ready', async () => {
    const game = await begin()
    server.clock.advance(5 * DAY)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await get(game)).deadline).toBe(at(7 * DAY))
  })

  it('is given back once by concurrent heartbeats', async () => {
    const game = await begin()
    server.clock.advance(DAY)
    await Promise.all([server.heartbeat.update(), sweep(server), server.heartbeat.update()])
    await Promise.all([server.heartbeat.update(), get(game)])
    await Promise.all([recover(), recover()])
    expect(await outages()).toHaveLength(1)
    expect(await get(game)).toMatchObject({ version: 1, deadline: at(3 * DAY) })
  })

  it('takes nothing from days off or quiet hours, and adds none of their time', async () => {
    const schedule: Schedule = {
      timezone: 'Europe/Amsterdam',
      daysOff: [6],
      quietHours: { from: '23:00', to: '07:30' },
    }
    await anna.call('updateAccount', { body: schedule })
    const game = await begin()
    // Saturday is off: from 13:00 on Friday to 13:00 on Monday
    expect(game.deadline).toBe('2026-11-23T12:00:00.000Z')
    // the whole of Saturday and an hour on either side
    await advanceWithHeartbeats(10 * HOUR)
    server.clock.set('2026-11-22T00:00:00.000Z')
    await server.heartbeat.update()
    expect((await get(game)).deadline).toBe('2026-11-23T14:00:00.000Z')
    expect(left(await get(game))).toEqual([2 * DAY - 10 * HOUR, 2 * DAY])
    // until the deadline at 23:00, within quiet hours
    server.clock.set('2026-11-22T08:00:00.000Z')
    await server.heartbeat.update()
    expect((await get(game)).deadline).toBe('2026-11-24T06:30:00.000Z')
  })

  it('does not change games without a running clock, nor the cost of a withdrawn claim', async () => {
    const game = await gameWithRepetition(server, anna, bram, { clock: BANK })
    const over = await begin()
    await bram.call('resign', { params: { id: over.id } })
    await advanceWithHeartbeats(HOUR)
    const claim = await fileRepetition(anna, game)
    const before = [await get(game), await get(over)]
    await advanceWithHeartbeats(HOUR)
    server.clock.advance(5 * DAY)
    await server.heartbeat.update()
    expect([await get(game), await get(over)]).toEqual(before)
    const { body } = await anna.call('withdrawClaim', { params: { id: claim.id } })
    expect(left(body.game)).toEqual([2 * DAY - 2 * HOUR, 2 * DAY])
    expect(body.game.deadline).toBe(at(7 * DAY))
  })

  it.each([
    [
      'a ruling',
      async (claim: number, arrivedAt: Date) => {
        const { id: by } = await server.player('arbiter', { role: 'admin' })
        const verdict = { verdict: 'reject' as const, reason: 'Count again.', warn: [] }
        return ruleOnClaim(server.store, { claim, by, ...verdict, arrivedAt })
      },
    ],
    [
      'a withdrawal',
      (claim: number, arrivedAt: Date) =>
        withdrawClaim(server.store, { claim, playerId: anna.id, arrivedAt }),
    ],
  ])('is given back where %s overlaps it', async (_, settle) => {
    const game = await gameWithRepetition(server, anna, bram, { clock: BANK })
    const claim = await fileRepetition(anna, game)
    const arrivedAt = server.clock.now()
    server.clock.advance(5 * DAY)
    await server.heartbeat.update()
    const settled = await settle(claim.id, arrivedAt)
    expect(settled).toMatchObject({ ok: true, value: { game: { status: 'active', deadline: at(7 * DAY) } } })
    expect(left(await get(game))).toEqual(left(game))
  })

  it('gives no time to a game that began after it', async () => {
    server.clock.advance(DAY)
    const game = await begin()
    expect(await get(game)).toMatchObject({ version: 0, deadline: at(3 * DAY) })
  })

  it('ends no game to whose row it is not given back yet', async () => {
    const [game, lost] = [await begin(), await begin()]
    await database.prisma.game.update({ where: { id: lost.id }, data: { deadline: new Date(at(-1)) } })
    server.clock.advance(5 * DAY)
    await sweep(server)
    server.clock.advance(2 * DAY)
    await server.heartbeat.update()
    expect((await get(lost)).status).toBe('cancelled')
    // two outages, of which none is written yet
    expect(await outages()).toHaveLength(2)
    expect(await get(game)).toMatchObject({ version: 0, deadline: at(9 * DAY) })
    await advanceWithHeartbeats(2 * DAY + 6 * SECOND)
    await sweep(server)
    expect((await get(game)).status).toBe('active')
    // as soon as it is written, it is ended as any other
    expect(await recover()).toBe(1)
    await sweep(server)
    expect((await get(game)).status).toBe('cancelled')
  })

  it('is not missed by a process that has the game in memory', async () => {
    const [cato, dirk] = [await server.player('cato'), await server.player('dirk')]
    let game = await beginGame(cato, dirk, { clock: BANK })
    game = await playMoves(game, cato, dirk, ['d6', 'f4', 'd2'])
    await advanceWithHeartbeats(HOUR)
    server.clock.advance(DAY)
    game = await playMoves(game, cato, dirk, ['b4'])
    expect(left(game)).toEqual([2 * DAY, 2 * DAY - HOUR])
    expect(game.deadline).toBe(at(HOUR, 3 * DAY))
  })

  it('is given back to hundreds of games', async () => {
    const start = await begin()
    const { id: _, ...row } = await server.database.prisma.game.findUniqueOrThrow({
      where: { id: start.id },
    })
    await server.database.prisma.game.createMany({
      data: Array.from({ length: 700 }, () => ({
        ...row,
        clock: { ...start.clock },
        whiteSchedule: { ...start.schedules.white },
        blackSchedule: { ...start.schedules.black },
      })),
    })
    server.clock.advance(HOUR)
    expect(await recover()).toBe(701)
    const moved = { deadline: new Date(at(2 * DAY, HOUR)), version: 1 }
    expect(await server.database.prisma.game.count({ where: moved })).toBe(701)
    expect(
      await server.database.prisma.event.count({
        where: { type: 'game', version: 1, gameId: { gte: start.id } },
      }),
    ).toBe(701)
  })

  it('is counted in the metrics', async () => {
    server.clock.advance(90 * SECOND)
    await server.heartbeat.update()
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    expect(figures).toContain('\ntegenzet_outages_total 1\n')
    expect(figures).toContain('\ntegenzet_outages_seconds_total 90\n')
  })
})

// an embedded database serves one process only
describe.runIf(process.env.TEST_DATABASE_URL)('two processes', () => {
  let there: TestServer
  beforeEach(async () => {
    const pool = await openDatabase({ url: database.url!, maxConnections: 5 })
    there = await startServer({ now: START, database: pool })
    await there.heartbeat.update()
  })
  afterEach(async () => {
    await there.close()
    await there.database.close()
  })

  it('record no outage while one of them sends heartbeats', async () => {
    const game = await begin()
    for (let seconds = 0; seconds < 300; seconds += 60) {
      server.clock.advance(60 * SECOND)
      await server.heartbeat.update()
    }
    // suspended all the time
    there.clock.advance(300 * SECOND)
    await Promise.all([there.call('getGame', { params: { id: game.id } }), sweep(there)])
    expect(await outages()).toEqual([])
    expect(await get(game)).toEqual(game)
  })

  it('give an outage back once, and both apply it', async () => {
    const game = await begin()
    for (const each of [server, there]) each.clock.advance(3 * DAY)
    await Promise.all([
      ...[server.heartbeat.update(), there.heartbeat.update(), sweep(there), sweep(server)],
      anna.call('getGame', { params: { id: game.id } }),
      there.call('getGame', { params: { id: game.id } }),
    ])
    await Promise.all([recover(), giveTimeBack(there.store, there.clock.now())])
    expect(await outages()).toHaveLength(1)
    expect(await get(game)).toMatchObject({ status: 'active', version: 1, deadline: at(5 * DAY) })
    expect((await outageCount.get()).values).toMatchObject([{ value: 1 }])
  })

  it('play a move while time is given back, and lose neither', async () => {
    const games = await Promise.all(Array.from({ length: 20 }, begin))
    for (const each of [server, there]) each.clock.advance(3 * DAY)
    const recovered = there.heartbeat.update().then(() => giveTimeBack(there.store, there.clock.now()))
    const answers = await Promise.all(
      games.map(({ id }) => anna.call('playMove', { params: { id }, body: { move: 'd6', ply: 0 } })),
    )
    await recovered
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 201))
    for (const game of games) {
      const played = await get(game)
      expect(played).toMatchObject({ ply: 1, deadline: at(5 * DAY) })
      expect(left(played)).toEqual([2 * DAY, 2 * DAY])
    }
    for (const each of [server, there]) each.clock.advance(TIMEOUT_GRACE_MS)
    await sweep(there)
    expect((await get(games[0]!)).status).toBe('active')
  })
})
