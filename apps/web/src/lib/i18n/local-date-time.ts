/** A local date and time, as `datetime-local` inputs use it: `2026-11-21T17:05`. */
type LocalDateTime = string

const MINUTE = 60_000

const DAY = 1440 * MINUTE

const read = (local: LocalDateTime): number =>
  /^\d{4,}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN

/** Creating a formatter is slow, and lists format many times. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** The local time of an instant, to the minute. @param zone an IANA name; default: the device's time zone */
export function toLocalDateTime(instant: number, zone?: string): LocalDateTime {
  const parts = formatOf(zone).formatToParts(instant)
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/**
 * The instant of a local time. Returns the first of two at the end of daylight saving time. A time that its start
 * skips is read with the offset from before.
 * @returns NaN for an invalid text
 */
export function fromLocalDateTime(local: LocalDateTime, zone?: string): number {
  const shown = read(local)
  if (Number.isNaN(shown)) return Number.NaN
  const offset = (instant: number) =>
    read(toLocalDateTime(instant, zone)) - Math.floor(instant / MINUTE) * MINUTE
  // Try the offset from before a change first; the later one counts only if it gives exactly this local time.
  const before = shown - offset(shown - DAY)
  const after = shown - offset(shown + DAY)
  return toLocalDateTime(before, zone) === local || toLocalDateTime(after, zone) !== local ? before : after
}
