import { Temporal } from 'temporal-polyfill'
import type { Schedule } from './schedule.ts'
import { localTime } from './stops.ts'

/**
 * The first moment, from `at` on, outside the quiet hours on the player's wall clock: `at` itself, or the end of the
 * quiet hours it falls in. In an hour that the wall clock repeats, quiet hours that end within it occur twice.
 */
export function afterQuietHours(at: number, { timezone, quietHours }: Schedule): number {
  if (!quietHours) return at
  const from = Temporal.PlainTime.from(quietHours.from)
  const to = Temporal.PlainTime.from(quietHours.to)
  const isQuiet = (time: Temporal.PlainTime) => {
    const [begun, ended] = [isNotBefore(time, from), isNotBefore(time, to)]
    return isNotBefore(to, from) ? begun && !ended : begun || !ended
  }
  const local = localTime(at, timezone)
  const time = local.toPlainTime()
  if (!isQuiet(time)) return at

  const day = isNotBefore(time, to) ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  const end = day.toPlainDateTime(to)
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    end.toZonedDateTime(timezone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  if (earlier.toPlainTime().equals(to))
    return earlier.epochMilliseconds > at ? earlier.epochMilliseconds : later.epochMilliseconds
  // the wall clock skips their end
  return (earlier.getTimeZoneTransition('next') ?? later).epochMilliseconds
}

const isNotBefore = (a: Temporal.PlainTime, b: Temporal.PlainTime): boolean =>
  Temporal.PlainTime.compare(a, b) >= 0
