import type { Clock, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellOverdue } from '../../src/delivery/reminders/tell-overdue.ts'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { TIMEOUT_GRACE_MS } from '../../src/play/game/endings.ts'
import { giveTimeBack } from '../../src/play/outages/give-time-back.ts'
import { createGuest } from '../people/guest.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'
import { playMoves } from './begin-game.ts'
import { gameWithRepetition, threeOccurrences } from './repetition-games.ts'

const START = '2026-11-20T12:00:00.000Z'
const HOUR = 3600 * 1000
const DAY = 24 * HOUR
const PER_MOVE = { kind: 'per-move', days: 3 } as const satisfies Clock

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ now: START })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

const challenge = (by: Pick<TestPlayer, 'call'>, terms: object = {}) =>
  by.call('createChallenge', {
    body: { rules: 'muehle', colour: 'white', clock: PER_MOVE, timeouts: 'claimed', ...terms },
  })
const begin = async (clock: Clock = PER_MOVE): Promise<Game> => {
  const { body } = await challenge(anna, { opponent: 'bram', clock })
  return (await bram.call('acceptChallenge', { params: { id: body.id } })).body.game
}
/** A game in which anna is to move and her time is out: so long that bram may claim the win, unless another moment is given. */
const late = async (clock: Clock = PER_MOVE, ms = TIMEOUT_GRACE_MS + 1): Promise<Game> => {
  const game = await playMoves(await begin(clock), anna, bram, ['d6', 'f4'])
  server.clock.set(new Date(Date.parse(game.deadline!) + ms).toISOString())
  return game
}
const call = (by: TestPlayer, id: any, game: { id: number }, body?: object) =>
  by.call(id, {
    params: { id: game.id },
    ...(body && { body }),
    ...(id === 'giveTime' && { headers: { 'idempotency-key': `${Math.random()}` } }),
  })
const code = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer
  return status < 300 ? status : [status, body.code]
}
const get = async ({ id }: { id: number }): Promise<Game> =>
  (await server.call('getGame', { params: { id } })).body
const sweep = () => endOverdueGames(server.deps, server.store)
const move = (by: TestPlayer, game: Game) => call(by, 'playMove', game, { move: 'd2', ply: game.ply })

describe('the term', () => {
  it('is automatic by default and shown by challenge, game and events', async () => {
    const { body: plain } = await challenge(anna, { timeouts: undefined, opponent: 'bram' })
    expect(plain.timeouts).toBe('automatic')
    const { body: agreed } = await challenge(anna, { opponent: 'bram' })
    expect([agreed.timeouts, agreed.bots]).toEqual(['claimed', false])
    const game = await begin()
    expect(game.timeouts).toBe('claimed')
    const { body } = await server.call('exportGame', { params: { id: game.id }, query: { format: 'pgn' } })
    expect(body).toContain('[TimeOuts "claimed"]')
  })

  it('cannot stand with rated games, bots and guests', async () => {
    const bot = await server.player('robot', { kind: 'bot' })
    const refused = [422, 'terms-not-possible']
    expect(await code(challenge(anna, { rated: true }))).toEqual(refused)
    expect(await code(challenge(anna, { bots: true }))).toEqual(refused)
    expect(await code(challenge(anna, { opponent: 'robot' }))).toEqual(refused)
    expect(await code(challenge(bot))).toEqual(refused)
    expect(
      await code(bot.call('quickPair', { body: { rules: 'muehle', clock: PER_MOVE, timeouts: 'claimed' } })),
    ).toEqual(refused)
    const { body } = await challenge(anna, { invite: true })
    const code_ = new URL(body.inviteUrl).hash.slice(1)
    const guest = await createGuest(server)
    expect(await code(guest.call('acceptInvite', { params: { code: code_ } }))).toEqual(refused)
  })

  it('is matched by quick pairings, and kept by a rematch', async () => {
    const pair = (by: TestPlayer, timeouts?: string) =>
      by.call('quickPair', { body: { rules: 'merels', clock: PER_MOVE, timeouts } })
    expect((await pair(anna, 'claimed')).body.game).toBeNull()
    expect((await pair(bram)).body.game).toBeNull()
    const { game } = (await pair(bram, 'claimed')).body
    expect(game.timeouts).toBe('claimed')
    await call(anna, 'resign', game)
    expect((await call(bram, 'rematch', game)).body.timeouts).toBe('claimed')
  })
})

describe('after the deadline', () => {
  it('the game goes on, marked as overdue, also in lists by deadline', async () => {
    const game = await late()
    await sweep()
    expect(await get(game)).toMatchObject({ status: 'active', overdue: true, deadline: game.deadline })
    const { body } = await anna.call('listGames', { query: { sort: 'deadline', turn: 'mine' } })
    expect(body.items.find(({ id }: Game) => id === game.id)).toMatchObject({ overdue: true })
    expect((await server.call('getLegalMoves', { params: { id: game.id } })).body.moves).not.toEqual([])
  })

  it('the late player may move, which starts a new turn', async () => {
    const game = await late()
    server.clock.advance(5 * DAY)
    const { status, body } = await move(anna, game)
    expect([status, body.game.turn, body.game.overdue]).toEqual([201, 'black', undefined])
    expect(body.game.clocks.white.remainingMs).toBe(3 * DAY)
    expect(Date.parse(body.game.deadline)).toBe(server.clock.now().getTime() + 3 * DAY)
  })

  it('a late move leaves a bank at its increment', async () => {
    const game = await late({ kind: 'bank', days: 5, incrementHours: 12, capDays: 9 })
    server.clock.advance(DAY)
    expect((await move(anna, game)).body.game.clocks.white.remainingMs).toBe(12 * HOUR)
  })

  it('the late player may resign, or accept a draw', async () => {
    const resigned = await late()
    expect((await call(anna, 'resign', resigned)).body.game.outcome).toEqual({
      winner: 'black',
      reason: 'resignation',
    })
    const drawn = await late()
    const { body } = await call(bram, 'offerDraw', drawn)
    expect(body.game.deadline).toBe(drawn.deadline)
    expect(await code(call(anna, 'acceptDrawOffer', body.offer))).toBe(200)
  })

  it('the late player may do nothing else', async () => {
    const game = await late()
    const { offer } = (await call(bram, 'offerDraw', game)).body
    const refused = [409, 'overdue']
    expect(await code(call(anna, 'declineDrawOffer', offer))).toEqual(refused)
    expect(await code(call(anna, 'offerDraw', game))).toEqual(refused)
    expect(await code(call(anna, 'cancelGame', game))).toEqual(refused)
    expect(await code(call(anna, 'claimTimeout', game))).toEqual(refused)
    expect(await code(call(anna, 'giveTime', game, { days: 1 }))).toEqual(refused)
    const claim = { ground: 'repetition', positions: [0, 1, 2] }
    for (const player of [anna, bram])
      expect(await code(call(player, 'fileClaim', game, claim))).toEqual(refused)
  })

  it('the opponent may claim the win, once', async () => {
    const game = await late()
    const key = { 'idempotency-key': 'once' }
    const claim = () => bram.call('claimTimeout', { params: { id: game.id }, headers: key })
    const first = await claim()
    expect([first.status, first.body.game.outcome]).toEqual([200, { winner: 'black', reason: 'timeout' }])
    expect((await claim()).body).toEqual(first.body)
    expect(await code(move(anna, game))).toEqual([409, 'game-over'])
  })

  it('both players are told once, until the game goes on', async () => {
    const game = await late(PER_MOVE, 1)
    const told = async (player: TestPlayer) => {
      await tellOverdue(server.deps, server.store)
      return (await notificationsOf(server, player)).filter(({ kind }) => kind === 'time-out')
    }
    const before = (await told(anna)).length
    server.clock.advance(TIMEOUT_GRACE_MS)
    for (const _ of [1, 2]) {
      const [own, ...others] = await told(anna)
      expect(own).toEqual({ kind: 'time-out', by: 'bram', rules: 'muehle', own: true })
      expect((await told(bram))[0]).toEqual({ kind: 'time-out', by: 'anna', rules: 'muehle', own: false })
      expect(others.length).toBeGreaterThanOrEqual(before)
    }
    expect(await code(move(anna, game))).toBe(201)
    await notificationsOf(server, bram)
    const { items } = (await bram.call('listNotices')).body
    expect(
      items.find(({ kind, game: id }: any) => kind === 'time-out' && id === game.id).readAt,
    ).not.toBeNull()
  })

  it('the server ends the game thirty days later, by the calendar', async () => {
    const game = await late()
    const end = Date.parse(game.deadline!) + 30 * DAY
    server.clock.set(new Date(end + TIMEOUT_GRACE_MS).toISOString())
    await sweep()
    expect((await get(game)).status).toBe('active')
    server.clock.advance(1)
    expect(await code(move(anna, game))).toEqual([409, 'game-over'])
    await sweep()
    expect((await get(game)).outcome).toEqual({ winner: 'black', reason: 'timeout' })
  })
})

describe('the win on time', () => {
  it('cannot be claimed until five seconds after the deadline, on one’s own turn, or where time-outs are automatic', async () => {
    const game = await playMoves(await begin(), anna, bram, ['d6', 'f4'])
    const refused = [409, 'not-overdue']
    for (const ms of [0, 1, TIMEOUT_GRACE_MS]) {
      server.clock.set(new Date(Date.parse(game.deadline!) + ms).toISOString())
      expect(await code(call(bram, 'claimTimeout', game))).toEqual(refused)
    }
    server.clock.set(game.deadline!)
    expect(await code(call(anna, 'claimTimeout', game))).toEqual(refused)
    const { body } = await challenge(anna, { opponent: 'bram', timeouts: 'automatic' })
    const automatic = (await bram.call('acceptChallenge', { params: { id: body.id } })).body.game
    expect(await code(call(bram, 'claimTimeout', automatic))).toEqual(refused)
    server.clock.set(new Date(Date.parse(automatic.deadline) + 1).toISOString())
    expect(await code(call(bram, 'claimTimeout', automatic))).toEqual([409, 'game-over'])
  })

  it('cancels a game of fewer than two plies', async () => {
    const game = await begin()
    server.clock.set(new Date(Date.parse(game.deadline!) + TIMEOUT_GRACE_MS + 1).toISOString())
    expect((await call(bram, 'claimTimeout', game)).body.game).toMatchObject({
      status: 'cancelled',
      outcome: { winner: null, reason: 'cancelled' },
    })
  })
})

it('a claim withdrawn after its player’s time would have been out leaves the game overdue', async () => {
  const repeated = await gameWithRepetition(server, anna, bram, { timeouts: 'claimed' })
  const positions = threeOccurrences(repeated.ply)
  const { body } = await call(anna, 'fileClaim', repeated, { ground: 'repetition', positions })
  server.clock.advance(4 * DAY)
  const withdrawn = await anna.call('withdrawClaim', { params: { id: body.claim.id } })
  expect(withdrawn.status).toBe(200)
  expect(await get(repeated)).toMatchObject({ status: 'active', overdue: true, deadline: repeated.deadline })
  expect(await code(call(bram, 'claimTimeout', repeated))).toBe(200)
})

// last, because vacation and outage outlast it
it('no gift, vacation or outage changes the deadline any more', async () => {
  const game = await late()
  const gift = await call(bram, 'giveTime', game, { days: 1 })
  expect([gift.status, gift.body.reason]).toEqual([422, 'time-out'])
  const until = new Date(server.clock.now().getTime() + 3 * DAY).toISOString()
  const taken = await anna.call('takeVacation', { body: { until, anyway: true } })
  expect(taken.status).toBe(201)
  expect((await get(game)).deadline).toBe(game.deadline)
  server.heartbeat.lastAt = server.clock.now().getTime()
  await server.database.prisma.heartbeat.updateMany({ data: { at: server.clock.now() } })
  server.clock.advance(DAY)
  await server.heartbeat.update()
  await giveTimeBack(server.store, server.clock.now())
  expect(await server.database.prisma.outage.count()).toBe(1)
  expect((await get(game)).deadline).toBe(game.deadline)
})
