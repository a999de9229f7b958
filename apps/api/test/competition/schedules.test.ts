import type { Game, Schedule } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { TIMEOUT_GRACE_MS } from '../../src/play/game/endings.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR
const A_DAY = { kind: 'per-move', days: 1 } as const

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server?.close())

const get = async ({ id }: Game): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const left = ({ clocks: { white, black } }: Game) => [white.remainingMs, black.remainingMs]
const setSchedule = async (player: TestPlayer, schedule: Schedule): Promise<void> => {
  const { status } = await player.call('updateAccount', { body: schedule })
  expect(status).toBe(200)
}
const ALWAYS: Schedule = { timezone: 'UTC', daysOff: [], quietHours: null }
const WEEKENDS: Schedule = { timezone: 'Europe/Amsterdam', daysOff: [6, 7], quietHours: null }
const NIGHTS: Schedule = {
  timezone: 'Europe/Amsterdam',
  daysOff: [],
  quietHours: { from: '23:00', to: '07:30' },
}
async function begin(now: string, annas: Schedule, brams: Schedule = ALWAYS): Promise<Game> {
  server.clock.set(now)
  await setSchedule(anna, annas)
  await setSchedule(bram, brams)
  return beginGame(anna, bram, { clock: A_DAY })
}

describe('days off and quiet hours', () => {
  it('are settings that are changed one by one, sorted, and removed', async () => {
    await setSchedule(anna, ALWAYS)
    const change = async (body: object) => (await anna.call('updateAccount', { body })).body
    expect(await change({ daysOff: [7, 3] })).toMatchObject({ daysOff: [3, 7], quietHours: null })
    const quietHours = { from: '22:30', to: '08:30' }
    expect(await change({ quietHours })).toMatchObject({ daysOff: [3, 7], quietHours })
    expect(await change({ timezone: 'Asia/Tokyo' })).toMatchObject({ timezone: 'Asia/Tokyo', quietHours })
    const schedule = { timezone: 'Asia/Tokyo', daysOff: [3, 7], quietHours }
    expect((await server.call('getUser', { params: { username: 'Anna' } })).body.schedule).toEqual(schedule)
    expect(await change({ daysOff: [], quietHours: null })).toMatchObject({ daysOff: [], quietHours: null })
    expect((await anna.call('getAccount')).body).toMatchObject({ daysOff: [], quietHours: null })
  })

  it.each([
    ['three days off', { daysOff: [5, 6, 7] }],
    ['a day twice', { daysOff: [7, 7] }],
    ['an unknown weekday', { daysOff: [0] }],
    ['a fractional weekday', { daysOff: [1.5] }],
    ['more than ten quiet hours', { quietHours: { from: '21:00', to: '07:01' } }],
    ['nearly a whole day over midnight', { quietHours: { from: '07:01', to: '07:00' } }],
    ['empty quiet hours', { quietHours: { from: '07:00', to: '07:00' } }],
    ['an invalid time', { quietHours: { from: '24:00', to: '07:00' } }],
    ['quiet hours without an end', { quietHours: { from: '23:00' } }],
    ['an unknown timezone', { timezone: 'Europe/Atlantis' }],
  ])('refuse %s', async (_, body) => {
    expect((await anna.call('updateAccount', { body })).body.code).toBe('validation')
  })

  it('are shown with a challenge, and a game keeps those it began with', async () => {
    await setSchedule(anna, WEEKENDS)
    await setSchedule(bram, NIGHTS)
    const { body } = await anna.call('createChallenge', {
      body: { rules: 'muehle', colour: 'white', clock: A_DAY, vacation: false },
    })
    expect(body).toMatchObject({ schedule: WEEKENDS, vacation: false })
    const seen = (await bram.call('getChallenge', { params: { id: body.id } })).body
    expect(seen.schedule).toEqual(WEEKENDS)
    const { game } = (await bram.call('acceptChallenge', { params: { id: body.id } })).body
    expect(game).toMatchObject({ schedules: { white: WEEKENDS, black: NIGHTS }, vacation: false })
    await setSchedule(anna, ALWAYS)
    expect(await get(game)).toEqual(game)
  })
})

describe('a clock', () => {
  it('stops on the days off of the side to move only', async () => {
    // Friday, 13:00 in Amsterdam
    const game = await begin('2026-11-20T12:00:00.000Z', WEEKENDS)
    expect(game.deadline).toBe('2026-11-23T12:00:00.000Z')
    server.clock.set('2026-11-20T22:30:00.000Z')
    const blacks = await playMoves(game, anna, bram, ['d6'])
    expect(blacks.deadline).toBe('2026-11-21T22:30:00.000Z')
    expect(blacks.clocks.stoppedBy).toEqual([])
    server.clock.set('2026-11-21T10:00:00.000Z')
    const whites = await playMoves(blacks, anna, bram, ['f4'])
    expect(whites.clocks.stoppedBy).toEqual(['day-off'])
    expect(whites.deadline).toBe('2026-11-23T23:00:00.000Z')
    // moving on a day off costs nothing
    server.clock.set('2026-11-22T22:00:00.000Z')
    expect((await playMoves(whites, anna, bram, ['d2'])).clocks.white.remainingMs).toBe(DAY)
  })

  it('does not time out on a day off, but within a minute after it', async () => {
    const game = await begin('2026-11-20T12:00:00.000Z', WEEKENDS)
    for (const at of ['2026-11-21T12:00:01.000Z', '2026-11-22T20:00:00.000Z', game.deadline!]) {
      server.clock.set(at)
      server.clock.advance(TIMEOUT_GRACE_MS)
      await endOverdueGames(server.deps, server.store)
      expect((await get(game)).status).toBe('active')
    }
    server.clock.advance(1)
    await endOverdueGames(server.deps, server.store)
    expect((await get(game)).status).toBe('cancelled')
  })

  it('counts 23 and 25 hours for a day off with a daylight-saving change', async () => {
    const spring = await begin('2026-03-28T12:00:00.000Z', { ...WEEKENDS, daysOff: [7] })
    expect(spring.deadline).toBe('2026-03-30T11:00:00.000Z')
    const autumn = await begin('2026-10-24T12:00:00.000Z', { ...WEEKENDS, daysOff: [7] })
    expect(autumn.deadline).toBe('2026-10-26T13:00:00.000Z')
    const south = await begin('2026-10-03T00:00:00.000Z', { ...WEEKENDS, timezone: 'Australia/Sydney' })
    // Saturday in Sydney: Sunday has 23 hours, so that Monday begins at 13:00 UTC
    expect(south.deadline).toBe('2026-10-05T13:00:00.000Z')
  })

  it('that runs out in quiet hours lasts until their end, in local time', async () => {
    const game = await begin('2026-11-20T23:00:00.000Z', NIGHTS)
    expect(game.deadline).toBe('2026-11-22T06:30:00.000Z')
    expect(left(game)).toEqual([DAY, DAY])
    // the night in which daylight saving begins
    expect((await begin('2026-03-27T23:00:00.000Z', NIGHTS)).deadline).toBe('2026-03-29T05:30:00.000Z')
    server.clock.set('2026-11-22T06:30:00.000Z')
    const { status, body } = await anna.call('playMove', {
      params: { id: game.id },
      body: { move: 'd6', ply: 0 },
    })
    expect(status).toBe(201)
    expect(body.game.deadline).toBe('2026-11-23T06:30:00.000Z')
  })

  it('shows nothing left while quiet hours extend it, whatever is changed meanwhile', async () => {
    const game = await begin('2026-11-20T23:00:00.000Z', NIGHTS)
    server.clock.set('2026-11-22T01:00:00.000Z')
    await bram.call('offerDraw', { params: { id: game.id }, body: {} })
    const offered = await get(game)
    expect(left(offered)).toEqual([0, DAY])
    expect(offered.deadline).toBe(game.deadline)
    server.clock.advance(5 * HOUR)
    expect((await playMoves(offered, anna, bram, ['d6'])).clocks.white.remainingMs).toBe(DAY)
  })
})

describe('a withdrawn claim', () => {
  const shuffledAt = async (now: string, schedule: Schedule) => {
    server.clock.set(now)
    await setSchedule(anna, schedule)
    await setSchedule(bram, ALWAYS)
    return gameWithRepetition(server, anna, bram, { clock: A_DAY })
  }
  const withdraw = async (id: number) => (await anna.call('withdrawClaim', { params: { id } })).body.game

  it('costs no day off, on which the clock was stopped anyway', async () => {
    const game = await shuffledAt('2026-11-20T12:00:00.000Z', WEEKENDS)
    server.clock.advance(HOUR)
    const claim = await fileRepetition(anna, game)
    server.clock.set('2026-11-23T01:00:00.000Z')
    const after = await withdraw(claim.id)
    expect(after).toMatchObject({ status: 'active', deadline: game.deadline })
    // eleven hours of Friday and two of Monday
    expect(left(after)).toEqual([DAY - 11 * HOUR - 2 * HOUR, DAY])
  })

  it('may be withdrawn until quiet hours end', async () => {
    const game = await shuffledAt('2026-11-20T23:00:00.000Z', NIGHTS)
    const inTime = await fileRepetition(anna, game)
    server.clock.set('2026-11-22T06:30:00.000Z')
    const after = await withdraw(inTime.id)
    expect(after).toMatchObject({ status: 'active', deadline: '2026-11-22T06:30:00.000Z' })
    expect(left(after)).toEqual([0, DAY])
    const other = await shuffledAt('2026-11-20T23:00:00.000Z', NIGHTS)
    const claim = await fileRepetition(anna, other)
    server.clock.set('2026-11-22T06:30:00.001Z')
    expect(await withdraw(claim.id)).toMatchObject({ status: 'finished', outcome: { reason: 'timeout' } })
  })
})
