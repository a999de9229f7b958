import type { Statistics } from '@tegenzet/contract'

const DAY_MS = 86_400_000
const WEEKS = 53

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** The days (UTC) of the last year by week, each from Monday on, the last one up to today. */
export function weeksUntil(now: number): string[][] {
  const weekday = (new Date(now).getUTCDay() + 6) % 7
  const monday = now - weekday * DAY_MS
  return Array.from({ length: WEEKS }, (_, n) => {
    const first = monday - (WEEKS - 1 - n) * 7 * DAY_MS
    const days = n === WEEKS - 1 ? weekday + 1 : 7
    return Array.from({ length: days }, (_, day) => dayOf(first + day * DAY_MS))
  })
}

/** The moves of each month with any. @returns the month's first day, and the moves */
export function movesByMonth(activity: Statistics['activity']): [string, number][] {
  const months = new Map<string, number>()
  for (const { day, moves } of activity) {
    const first = `${day.slice(0, 7)}-01`
    months.set(first, (months.get(first) ?? 0) + moves)
  }
  return [...months]
}
