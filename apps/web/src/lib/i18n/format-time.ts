import { m } from '@tegenzet/texts/messages'
import { toLocalDateTime } from './local-date-time.ts'
import { getRegionalLocale } from './locale.svelte.ts'
import { getTimeZone } from './time-zone.svelte.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = 'day' | 'hour' | 'minute'

/** Days are always written out: short, they are "Tg." in German. */
const count = (value: number, unit: Unit, display: 'short' | 'long'): string =>
  new Intl.NumberFormat(getRegionalLocale(), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : display,
  }).format(value)

/**
 * A duration in its two largest units: "1 day 9 hr". From a day on it is rounded to hours, so that three days are
 * "3 days" for a while; below it is rounded down to minutes.
 * @param milliseconds below 0 counts as 0
 */
export function formatDuration(milliseconds: number, display: 'short' | 'long' = 'short'): string {
  const exact = Math.max(0, milliseconds)
  const rest = exact >= DAY ? Math.round(exact / HOUR) * HOUR : exact
  if (rest < MINUTE) return m.i18n_under_a_minute()
  const units: [Unit, number][] =
    rest >= DAY
      ? [
          ['day', Math.floor(rest / DAY)],
          ['hour', Math.floor((rest % DAY) / HOUR)],
        ]
      : [
          ['hour', Math.floor(rest / HOUR)],
          ['minute', Math.floor((rest % HOUR) / MINUTE)],
        ]
  return units
    .filter(([, value]) => value > 0)
    .map(([unit, value]) => count(value, unit, display))
    .join(' ')
}

/** "3 days" */
export const formatDays = (value: number): string => count(value, 'day', 'long')

/** "12 hours"; whole days as days: "2 days". */
export const formatHours = (value: number): string =>
  value > 0 && value % 24 === 0 ? formatDays(value / 24) : count(value, 'hour', 'long')

/** In the reader's time zone: "Monday 00:00". */
export const formatWeekMoment = (instant: number): string =>
  new Intl.DateTimeFormat(getRegionalLocale(), {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: getTimeZone(),
  }).format(instant)

/** "Saturday and Sunday". @param iso weekdays, 1 is Monday */
export function formatWeekdays(iso: readonly number[]): string {
  const name = new Intl.DateTimeFormat(getRegionalLocale(), { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return new Intl.ListFormat(getRegionalLocale(), { type: 'conjunction' }).format(
    iso.map((weekday) => name.format(Date.UTC(2024, 0, weekday))),
  )
}

/** In the reader's time zone: "23 Nov 2026, 13:00". */
export const formatDateTime = (instant: string | Date): string =>
  new Intl.DateTimeFormat(getRegionalLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: getTimeZone(),
  }).format(new Date(instant))

/** In the reader's time zone: "23 November 2026". */
export const formatDate = (instant: string | Date): string =>
  new Intl.DateTimeFormat(getRegionalLocale(), { dateStyle: 'long', timeZone: getTimeZone() }).format(
    new Date(instant),
  )

/** In the reader's time zone, where there is little room: "23 Nov, 13:00". */
export const formatShortDateTime = (instant: string | Date): string =>
  new Intl.DateTimeFormat(getRegionalLocale(), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: getTimeZone(),
  }).format(new Date(instant))

/** The number of a calendar day in the reader's time zone. */
const dayOf = (instant: number): number =>
  Date.parse(toLocalDateTime(instant, getTimeZone()).slice(0, 10)) / DAY

/** "Today" and "Yesterday" in the reader's time zone, other days as dates. */
export function formatDay(instant: string | Date, now: number): string {
  const days = dayOf(now) - dayOf(new Date(instant).getTime())
  if (days < 0 || days > 1) return formatDate(instant)
  const day = new Intl.RelativeTimeFormat(getRegionalLocale(), { numeric: 'auto' }).format(-days, 'day')
  return day.charAt(0).toLocaleUpperCase(getRegionalLocale()) + day.slice(1)
}

/** "3 hours ago". From a day on it counts calendar days in the reader's time zone: "yesterday" is the day before today. */
export function formatTimeAgo(instant: string | Date, now: number): string {
  const then = new Date(instant).getTime()
  const past = Math.max(0, now - then)
  const format = new Intl.RelativeTimeFormat(getRegionalLocale(), { numeric: 'auto' })
  if (past < MINUTE) return m.i18n_just_now()
  if (past < HOUR) return format.format(-Math.floor(past / MINUTE), 'minute')
  const days = past < DAY ? 0 : dayOf(now) - dayOf(then)
  // a day at the end of daylight saving time has 25 hours
  if (days === 0) return format.format(-Math.floor(past / HOUR), 'hour')
  return format.format(-days, 'day')
}
