import { Temporal } from 'temporal-polyfill'
import type { Interval, Schedule } from './schedule.ts'

/** When a side's clock stands still: its schedule, and its vacations and the outages of the server. */
export interface Stops {
  schedule: Schedule
  /** In any order; they may overlap. */
  stopped?: readonly Interval[]
}

/**
 * The stopped time that is under way at a moment, or else the next one. Days off and stopped intervals that touch are one.
 * @returns null where none comes any more; `from` may be any moment up to the given one where it is under way
 */
export function nextStop(at: number, { schedule, stopped = [] }: Stops): Interval | null {
  const first = [nextDaysOff(at, schedule), ...stopped.filter(({ until }) => until > at)]
    .filter((each) => each !== null)
    .toSorted((a, b) => a.from - b.from)[0]
  if (!first) return null
  let { from, until } = first
  for (;;) {
    const touching = [nextDaysOff(until, schedule), ...stopped].filter(
      (each) => each !== null && each.from <= until && each.until > until,
    )
    if (touching.length === 0) return { from, until }
    until = Math.max(...touching.map((each) => each!.until))
  }
}

/** The stopped time that is under way at a moment. */
export function stopAt(at: number, stops: Stops): Interval | null {
  const next = nextStop(at, stops)
  return next && next.from <= at ? next : null
}

/** Whether a moment falls in a day off. */
export function isDayOff(at: number, schedule: Schedule): boolean {
  const next = nextDaysOff(at, schedule)
  return next !== null && next.from <= at
}

/** The days off, one or more in a row, that end after a moment: by midnights of the zone, 23 or 25 hours where it has them. */
function nextDaysOff(at: number, { timezone, daysOff }: Schedule): Interval | null {
  if (daysOff.length === 0) return null
  const isOff = (day: Temporal.PlainDate) => daysOff.includes(day.dayOfWeek)
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).epochMilliseconds
  let day = localTime(at, timezone).toPlainDate()
  for (;;) {
    while (!isOff(day)) day = day.add({ days: 1 })
    const from = midnight(day)
    while (isOff(day)) day = day.add({ days: 1 })
    const until = midnight(day)
    // where a zone turns its clocks back over midnight, the day that has begun begins again
    if (until > at) return { from, until }
  }
}

export const localTime = (at: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
