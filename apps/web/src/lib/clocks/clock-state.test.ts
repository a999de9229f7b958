import type { Game, Schedule } from '@tegenzet/contract'
import { describe, expect, it } from 'vitest'
import { awayUntil, clockState, timeInHand } from './clock-state.ts'

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

  it('runs for who is to move and waits for the other', () => {
    expect(clockState(game(), 'white', NOW)).toEqual({ kind: 'runs' })
    expect(clockState(game(), 'black', NOW)).toEqual({ kind: 'waits' })
  })

  it('stands still on the days off of who is to move, not on those of the other', () => {
    const off = week({ daysOff: [6] })
    const schedules = { white: off, black: week() }
    const until = at('2026-11-21T23:00Z')
    expect(clockState(game({ schedules }), 'white', NOW)).toEqual({ kind: 'day-off', until })
    expect(clockState(game({ schedules, turn: 'black' }), 'black', NOW)).toEqual({ kind: 'runs' })
    expect(clockState(game({ schedules }), 'white', until)).toEqual({ kind: 'runs' })
  })

  it('stands still on a vacation, until it is over by itself', () => {
    const until = at('2026-12-01T08:00Z')
    const away = { white: { until: '2026-12-01T08:00:00.000Z' }, black: null }
    expect(clockState(game({ away }), 'white', NOW)).toEqual({ kind: 'away', until })
    expect(clockState(game({ away }), 'white', until)).toEqual({ kind: 'runs' })
    expect(awayUntil(game({ away }), 'white', until)).toBeNull()
    expect(awayUntil(game({ away, turn: 'black' }), 'white', NOW)).toBe(until)
  })

  it('runs on where vacation does not count', () => {
    const away = { white: { until: '2026-12-01T08:00:00.000Z' }, black: null }
    expect(clockState(game({ away, vacation: false }), 'white', NOW)).toEqual({ kind: 'runs' })
  })

  it('stands still while a claim is open, whatever else there is, and is over with the game', () => {
    const schedules = { white: week({ daysOff: [6] }), black: week() }
    expect(clockState(game({ status: 'claimed', schedules }), 'white', NOW)).toEqual({ kind: 'claim' })
    expect(clockState(game({ status: 'finished', turn: null }), 'white', NOW)).toEqual({ kind: 'over' })
  })

  it('has what it had at the last change, less what has run since', () => {
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
