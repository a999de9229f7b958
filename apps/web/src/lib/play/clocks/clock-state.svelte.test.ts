import type { Game, Schedule } from '@tegenzet/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { awayUntil, clockState, loadCalendar, timeInHand } from './clock-state.svelte.ts'

beforeAll(loadCalendar)

const week = (parts: Partial<Schedule> = {}): Schedule => ({
  timezone: 'Europe/Amsterdam',
  daysOff: [],
  quietHours: null,
  ...parts,
})
const at = (text: string) => Date.parse(text)

describe('a clock', () => {
  const NOW = at('2026-11-21T12:00Z') // a Saturday
  const game = (parts: Partial<Game> = {}) =>
    ({
      status: 'active',
      turn: 'white',
      vacation: true,
      schedules: { white: week(), black: week() },
      away: { white: null, black: null },
      ...parts,
    }) as Game

  it('runs for the player to move and waits for the other', () => {
    expect(clockState(game(), 'white', NOW)).toEqual({ kind: 'runs' })
    expect(clockState(game(), 'black', NOW)).toEqual({ kind: 'waits' })
  })

  it('stops on the days off of the player to move, not of the other', () => {
    const off = week({ daysOff: [6] })
    const schedules = { white: off, black: week() }
    const until = at('2026-11-21T23:00Z')
    expect(clockState(game({ schedules }), 'white', NOW)).toEqual({ kind: 'day-off', until })
    expect(clockState(game({ schedules, turn: 'black' }), 'black', NOW)).toEqual({ kind: 'runs' })
    expect(clockState(game({ schedules }), 'white', until)).toEqual({ kind: 'runs' })
  })

  it('stops during a vacation, until its end', () => {
    const until = at('2026-12-01T08:00Z')
    const away = { white: { until: '2026-12-01T08:00:00.000Z' }, black: null }
    expect(clockState(game({ away }), 'white', NOW)).toEqual({ kind: 'away', until })
    expect(clockState(game({ away }), 'white', until)).toEqual({ kind: 'runs' })
    expect(awayUntil(game({ away }), 'white', until)).toBeNull()
    expect(awayUntil(game({ away, turn: 'black' }), 'white', NOW)).toBe(until)
  })

  it('runs during a vacation in a game without vacation', () => {
    const away = { white: { until: '2026-12-01T08:00:00.000Z' }, black: null }
    expect(clockState(game({ away, vacation: false }), 'white', NOW)).toEqual({ kind: 'runs' })
  })

  it('stops while a claim is open, even on a day off, and ends with the game', () => {
    const schedules = { white: week({ daysOff: [6] }), black: week() }
    expect(clockState(game({ status: 'claimed', schedules }), 'white', NOW)).toEqual({ kind: 'claim' })
    expect(clockState(game({ status: 'finished', turn: null }), 'white', NOW)).toEqual({ kind: 'over' })
  })

  it('has the time it had at the last change, minus the time it has run since', () => {
    const HOUR = 3_600_000
    const clocks = { white: { remainingMs: 5 * HOUR }, black: { remainingMs: 9 * HOUR }, stoppedBy: [] }
    const running = game({ clocks, updatedAt: '2026-11-20T22:00:00.000Z' })
    expect(timeInHand(running, 'white', at('2026-11-21T00:00Z'))).toBe(3 * HOUR)
    expect(timeInHand(running, 'white', NOW)).toBe(0)
    expect(timeInHand(running, 'black', NOW)).toBe(9 * HOUR)
    const saturday = { white: week({ daysOff: [6] }), black: week() }
    expect(timeInHand({ ...running, schedules: saturday }, 'white', NOW)).toBe(4 * HOUR)
    const away = { white: { until: '2026-11-21T11:00:00.000Z' }, black: null }
    expect(timeInHand({ ...running, away }, 'white', NOW)).toBe(4 * HOUR)
    expect(timeInHand({ ...running, away, vacation: false }, 'white', NOW)).toBe(0)
  })
})
