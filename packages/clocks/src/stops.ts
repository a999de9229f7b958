import { Temporal } from 'temporal-polyfill'
import type { Interval, Schedule } from './schedule.ts'

/** What stops a side's clock. */
export interface Stops {
  schedule: Schedule
  /** The side's vacations and the server's outages, in any order; they may overlap. */
  stopped?: readonly Interval[]
}

/**
 * The stopped time at a moment, or the next one after it; null if there is none. Days off and stopped intervals that
 * touch count as one. For a stopped time that has begun, `from` is some moment up to `at`, not always its beginning.
 */
export function nextStop(at: number, { schedule, stopped = [] }: Stops): Interval | null {
  const first = [nextDaysOff(at, schedule), ...stopped.filter(({ until }) => until > at)]
    .filter((each) => each !== null)
    .toSorted((a, b) => a.from - b.from)[0]
  if (!first) return null
  let { from, until } = first
  for (;;) {
    const touching = [nextDaysOff(until, schedule), ...stopped]
      .filter((each) => each !== null)
      .filter((each) => each.from <= until && each.until > until)
    if (touching.length === 0) return { from, until }
    until = Math.max(...touching.map((each) => each.until))
  }
}

/** The stop at a moment; null if the clock runs. */
export function stopAt(at: number, stops: Stops): Interval | null {
  const next = nextStop(at, stops)
  return next && next.from <= at ? next : null
}

/** Whether a moment is in one of the player's days off. */
export function isDayOff(at: number, schedule: Schedule): boolean {
  const next = nextDaysOff(at, schedule)
  return next !== null && next.from <= at
}

/**
 * The next days off in a row that end after a moment. A day lasts from one local midnight to the next: 23 to 25 hours.
 */
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
    // a zone that turns its clocks back over midnight repeats the beginning of a day
    if (until > at) return { from, until }
  }
}

export const localTime = (at: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
