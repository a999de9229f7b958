import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followVacations } from '../../src/play/vacations/follow-vacations.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame } from './begin-game.ts'

const START = '2026-11-20T12:00:00.000Z'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
beforeAll(async () => {
  server = await startServer({ now: START })
})
beforeEach(async () => {
  server.clock.set(START)
  anna = await server.player(`anna${++serial}`)
  bram = await server.player(`bram${serial}`)
})
afterAll(() => server?.close())

const at = (ms: number) => new Date(+new Date(START) + ms).toISOString()
const take = (player: TestPlayer, body: { from?: string; until: string; anyway?: boolean }, headers = {}) =>
  player.call('takeVacation', { body, headers })
const end = (player: TestPlayer, id: number) => player.call('endVacation', { params: { id } })
const list = async (player: TestPlayer, query = {}) => (await player.call('listVacations', { query })).body
const budget = async (player: TestPlayer) => (await list(player)).budget

describe('the budget', () => {
  it('starts with a week, grows by thirty days a year, and stops at thirty', async () => {
    expect(await budget(anna)).toEqual({
      availableMs: 7 * DAY,
      balanceMs: 7 * DAY,
      daysPerYear: 30,
      fullAt: at((23 * DAY * 365) / 30),
    })
    server.clock.set(at(73 * DAY))
    expect(await budget(anna)).toMatchObject({ availableMs: 13 * DAY, balanceMs: 13 * DAY })
    server.clock.set(at(3 * 365 * DAY))
    expect(await budget(anna)).toMatchObject({ balanceMs: 30 * DAY, fullAt: null })
  })

  it('pays for vacations, and for planned ones beyond what will be earned by then', async () => {
    await take(anna, { from: at(73 * DAY), until: at(83 * DAY) })
    expect(await budget(anna)).toMatchObject({ availableMs: 3 * DAY, balanceMs: 7 * DAY })
    const { status, body } = await take(anna, { until: at(3 * DAY) })
    expect(status).toBe(201)
    expect(body.budget).toMatchObject({ availableMs: 0, balanceMs: 4 * DAY })
    expect(await budget(bram)).toMatchObject({ availableMs: 7 * DAY })
  })

  it('applies to bots too', async () => {
    const bot = await server.player(`bot${serial}`, { kind: 'bot' })
    expect((await take(bot, { until: at(7 * DAY) })).status).toBe(201)
    expect(await budget(bot)).toMatchObject({ availableMs: 0 })
  })

  it('follows the server’s setting, which may be zero', async () => {
    const strict = await startServer({ now: START, database: server.database, env: { VACATION_DAYS: '0' } })
    try {
      const cato = await strict.player(`cato${serial}`)
      expect(await budget(cato)).toEqual({ availableMs: 0, balanceMs: 0, daysPerYear: 0, fullAt: null })
      expect((await take(cato, { until: at(DAY) })).body.code).toBe('not-enough-vacation')
    } finally {
      await strict.close()
    }
  })
})

describe('a vacation', () => {
  it('begins at once and is public', async () => {
    const { status, body } = await take(anna, { until: at(2 * DAY) })
    expect(status).toBe(201)
    expect(body.vacation).toEqual({
      id: expect.any(Number),
      state: 'under-way',
      from: START,
      until: at(2 * DAY),
      plannedUntil: null,
      createdAt: START,
    })
    expect(await list(anna)).toMatchObject({ underWay: body.vacation, planned: [], items: [] })
    const profile = () => server.call('getUser', { params: { username: anna.username } })
    expect((await profile()).body.vacation).toEqual({ until: at(2 * DAY) })
    server.clock.set(at(2 * DAY))
    expect((await profile()).body.vacation).toBeNull()
    expect(await list(anna)).toMatchObject({
      underWay: null,
      items: [{ id: body.vacation.id, state: 'over' }],
    })
  })

  it('can be planned, and cancelled without a trace', async () => {
    const { body } = await take(anna, { from: at(5 * DAY), until: at(8 * DAY) })
    expect(body.vacation).toMatchObject({ state: 'planned', from: at(5 * DAY), until: at(8 * DAY) })
    expect(await list(anna)).toMatchObject({ underWay: null, planned: [body.vacation] })
    const before = await budget(bram)
    expect((await end(anna, body.vacation.id)).status).toBe(204)
    expect(await list(anna)).toMatchObject({ planned: [], items: [], budget: before })
    expect((await end(anna, body.vacation.id)).body.code).toBe('not-found')
  })

  it('gives the remaining days back when ended early', async () => {
    const { body } = await take(anna, { until: at(6 * DAY) })
    server.clock.set(at(2 * DAY))
    expect((await budget(anna)).balanceMs).toBe(1 * DAY + Math.floor((2 * DAY * 30) / 365))
    expect((await end(anna, body.vacation.id)).status).toBe(204)
    expect((await budget(anna)).balanceMs).toBe(5 * DAY + Math.floor((2 * DAY * 30) / 365))
    const { items } = await list(anna)
    expect(items).toMatchObject([
      { state: 'over', from: START, until: at(2 * DAY), plannedUntil: at(6 * DAY) },
    ])
    expect((await end(anna, body.vacation.id)).body.code).toBe('vacation-over')
  })

  it('leaves no trace when ended at the moment it began', async () => {
    const { body } = await take(anna, { until: at(6 * DAY) })
    expect((await end(anna, body.vacation.id)).status).toBe(204)
    expect(await list(anna)).toMatchObject({ underWay: null, items: [], budget: { availableMs: 7 * DAY } })
  })

  it('can be ended by its player only', async () => {
    const { body } = await take(anna, { until: at(2 * DAY) })
    for (const id of [body.vacation.id, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect((await end(bram, id)).status).toBe(404)
    expect((await list(anna)).underWay).not.toBeNull()
  })

  it('is created once with an Idempotency-Key', async () => {
    const key = { 'idempotency-key': `v${serial}` }
    const answers = await Promise.all([1, 2, 3].map(() => take(anna, { until: at(2 * DAY) }, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.vacation.id)).size).toBe(1)
  })

  it('is listed in pages once it is over, newest first', async () => {
    const ids: number[] = []
    for (let n = 0; n < 5; n++) {
      ids.unshift((await take(anna, { until: at(n * 2 * DAY + DAY) })).body.vacation.id)
      server.clock.set(at(n * 2 * DAY + 2 * DAY))
    }
    const first = await list(anna, { limit: 2 })
    const second = await list(anna, { limit: 2, cursor: first.nextCursor })
    const third = await list(anna, { limit: 2, cursor: second.nextCursor })
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }: { id: number }) => id))).toEqual(
      ids,
    )
    expect(third.nextCursor).toBeNull()
  })

  it('refuses dates that the database cannot store, also in a cursor', async () => {
    const cursor = Buffer.from('["0000-01-01T00:00:00.000Z",1]').toString('base64url')
    for (const answer of [
      await anna.call('listVacations', { query: { cursor } }),
      await take(anna, { until: '0000-01-01T00:00:00.000Z' }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation' } })
  })
})

describe('refused is', () => {
  it('one that overlaps another, but not one that begins when it ends', async () => {
    await take(anna, { from: at(2 * DAY), until: at(4 * DAY) })
    for (const [from, until] of [
      [1, 3],
      [3, 5],
      [2, 4],
      [1, 5],
      [2.5, 3.5],
    ] as const)
      expect((await take(anna, { from: at(from * DAY), until: at(until * DAY) })).body.code).toBe(
        'vacation-overlaps',
      )
    expect((await take(anna, { from: at(4 * DAY), until: at(5 * DAY) })).status).toBe(201)
    expect((await take(anna, { from: at(DAY), until: at(2 * DAY) })).status).toBe(201)
  })

  it('one longer than the days available by then, to the millisecond', async () => {
    const tooLong = await take(anna, { from: at(73 * DAY), until: at(86 * DAY + 1) })
    expect(tooLong).toMatchObject({ status: 422, body: { code: 'not-enough-vacation' } })
    expect((await take(anna, { from: at(73 * DAY), until: at(86 * DAY) })).status).toBe(201)
    const sooner = await take(anna, { until: at(DAY) })
    expect(sooner.body.code).toBe('not-enough-vacation')
  })

  it('one shorter than a day, begun in the past, or more than a year away', async () => {
    for (const body of [
      { until: at(DAY - 1) },
      { from: at(-1), until: at(2 * DAY) },
      { until: at(-DAY) },
      { from: at(364.5 * DAY), until: at(365.5 * DAY) },
    ]) {
      const { status, body: problem } = await take(anna, body)
      expect([status, problem.code, problem.errors.length]).toEqual([400, 'validation', 1])
    }
    expect((await take(anna, { from: at(364 * DAY), until: at(365 * DAY) })).status).toBe(201)
  })

  it('a token without the scope', async () => {
    const reader = await server.player(`reader${serial}`, { scopes: ['account:read'] })
    expect((await list(reader)).items).toEqual([])
    expect((await take(reader, { until: at(DAY) })).body.code).toBe('missing-scope')
    expect((await server.call('listVacations')).status).toBe(401)
  })

  it('more than twenty changes a day', async () => {
    // refusals do not count
    expect((await take(anna, { until: at(60 * DAY) })).body.code).toBe('not-enough-vacation')
    for (let n = 0; n < 20; n++) {
      const { status, body } = await take(anna, { until: at(DAY) })
      expect(status).toBe(201)
      await end(anna, body.vacation.id)
    }
    expect(await take(anna, { until: at(DAY) })).toMatchObject({
      status: 429,
      body: { code: 'rate-limited' },
    })
    server.clock.set(at(DAY))
    expect((await take(anna, { until: at(2 * DAY) })).status).toBe(201)
  })
})

describe('with less than an hour left on the clock', () => {
  const clock = { kind: 'per-move', days: 1 } as const

  it('a vacation is allowed in one game and needs confirmation in two', async () => {
    const first = await beginGame(anna, bram, { clock })
    server.clock.advance(MINUTE)
    const second = await beginGame(anna, bram, { clock })
    server.clock.set(at(DAY - HOUR))
    // a millisecond less than an hour is left in the first game, a minute more in the second
    server.clock.advance(1)
    expect((await take(anna, { until: at(3 * DAY) })).status).toBe(201)
    await end(anna, (await list(anna)).underWay.id)

    server.clock.advance(2 * MINUTE)
    const { status, body } = await take(anna, { until: at(3 * DAY) })
    expect([status, body.code]).toEqual([409, 'little-time-left'])
    const { items } = (await anna.call('listGames', { query: { turn: 'mine', sort: 'deadline' } })).body
    expect(body.games).toEqual(
      [first, second].map(({ id }, n) => ({
        id,
        opponent: bram.username,
        vacation: true,
        deadline: items[n].deadline,
      })),
    )
    expect((await list(anna)).underWay).toBeNull()
    expect((await take(anna, { until: at(3 * DAY), anyway: true })).status).toBe(201)
  })

  it('a player who is not to move needs no confirmation', async () => {
    for (let n = 0; n < 2; n++) await beginGame(anna, bram, { clock })
    server.clock.set(at(DAY - MINUTE))
    expect((await take(bram, { until: at(3 * DAY) })).status).toBe(201)
  })
})

describe('of several concurrent vacations', () => {
  it('none overlap, and together they stay within the budget', async () => {
    const answers = await Promise.all([
      take(anna, { until: at(4 * DAY) }),
      take(anna, { until: at(5 * DAY) }),
      take(anna, { from: at(5 * DAY), until: at(9 * DAY) }),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)
    for (const code of codes) expect(['vacation-overlaps', 'not-enough-vacation']).toContain(code)
  })

  it('the database refuses overlaps', async () => {
    const row = { playerId: anna.id, createdAt: new Date(START) }
    const { prisma } = server.database
    await prisma.vacation.create({ data: { ...row, from: at(DAY), until: at(3 * DAY) } })
    await expect(
      prisma.vacation.create({ data: { ...row, from: at(2 * DAY), until: at(4 * DAY) } }),
    ).rejects.toThrow(/vacations_overlap/)
    await prisma.vacation.create({ data: { ...row, from: at(3 * DAY), until: at(4 * DAY) } })
    await prisma.vacation.create({ data: { ...row, playerId: bram.id, from: at(DAY), until: at(4 * DAY) } })
  })
})

describe('the opponents', () => {
  const notices = async (player: TestPlayer) => {
    await consumeAllEvents(server)
    const { items } = (await player.call('listNotices')).body
    return items.filter(({ kind }: { kind: string }) => kind === 'vacation-begun')
  }

  it('are notified once when it begins, however many games they play', async () => {
    await beginGame(anna, bram)
    await beginGame(bram, anna)
    await take(anna, { from: at(DAY), until: at(3 * DAY) })
    expect(await notices(bram)).toEqual([])
    server.clock.set(at(DAY + 5000))
    await followVacations(server.deps, server.store)
    await followVacations(server.deps, server.store)
    expect(await notices(bram)).toMatchObject([
      { params: { by: anna.username, until: at(3 * DAY) }, game: null },
    ])
    await beginGame(anna, bram)
    expect(await notices(bram)).toHaveLength(1)
    expect(await notices(anna)).toEqual([])
  })
})
