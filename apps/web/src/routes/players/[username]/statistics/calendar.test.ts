import { expect, test } from 'vitest'
import { movesByMonth, weeksUntil } from './calendar.ts'

test('the calendar has a year of whole weeks from Monday on, the last one up to today', () => {
  const weeks = weeksUntil(Date.UTC(2026, 10, 25, 12))
  expect(weeks.at(-1)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
  expect(weeks[0]?.[0]).toBe('2025-11-24')
  const days = weeks.flat()
  expect([days.length, new Set(days).size]).toEqual([367, 367])
})

test('moves are counted by month', () => {
  const activity = [
    { day: '2026-10-31', moves: 2 },
    { day: '2026-11-01', moves: 3 },
    { day: '2026-11-30', moves: 1 },
  ]
  expect(movesByMonth(activity)).toEqual([
    ['2026-10-01', 2],
    ['2026-11-01', 4],
  ])
})
