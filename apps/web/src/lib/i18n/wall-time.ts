/** What a clock on the wall shows, as date fields write it: `2026-11-21T17:05`. */
export type WallTime = string

const MINUTE = 60_000

const DAY = 1440 * MINUTE

const read = (wall: WallTime): number =>
  /^\d{4,}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN

/** Making one costs far more than using it, and lists ask often. */
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

/** What the clock on the wall of a zone shows at a moment, to the minute. @param zone an IANA name; this device's if left out */
export function wallTime(instant: number, zone?: string): WallTime {
  const parts = formatOf(zone).formatToParts(instant)
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/**
 * The moment at which the clock on the wall of a zone shows this. Of an hour that comes twice the first; one that is
 * left out counts on from before it, as clocks that nobody has put forward would show it.
 * @returns NaN where it is no time at all
 */
export function instantOf(wall: WallTime, zone?: string): number {
  const shown = read(wall)
  if (Number.isNaN(shown)) return Number.NaN
  const offset = (instant: number) => read(wallTime(instant, zone)) - Math.floor(instant / MINUTE) * MINUTE
  // The zone's offsets on either side: the earlier one first, and the later one only where it shows the time.
  const before = shown - offset(shown - DAY)
  const after = shown - offset(shown + DAY)
  return wallTime(before, zone) === wall || wallTime(after, zone) !== wall ? before : after
}
