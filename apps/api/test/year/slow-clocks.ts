import type { Clock, Schedule } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'

// A second implementation of the clocks, slow and obvious, that shares no code with the server: it walks in steps of a
// quarter of an hour and asks `Intl` for the local time of each. All of today's UTC offsets and their changes are whole
// quarters, so that within a step only vacations and outages begin or end.

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Interval {
  from: number
  until: number
}

/** What stops a player's clock besides days off. */
export interface Player {
  vacations: Interval[]
}

/** The clocks of one game. */
export interface SlowGame {
  clock: Clock
  vacation: boolean
  players: Record<Side, Player>
  schedules: Record<Side, Schedule>
  /** Milliseconds left, as of `since` where that side is to move. */
  left: Record<Side, number>
  turn: Side
  /** null: no clock runs. */
  since: number | null
}

/** @param outages all of the past */
export function spent(game: SlowGame, side: Side, from: number, until: number, outages: Interval[]): number {
  const stops = stopsSince(game, side, from, outages)
  let passed = 0
  for (let at = from; at < until; ) {
    const end = Math.min(until, quarterOf(at) + QUARTER)
    if (!isDayOff(at, game.schedules[side])) passed += end - at - stopped(stops, at, end)
    at = end
  }
  return passed
}

export function deadlineOf(game: SlowGame, outages: Interval[]): number {
  const { turn, since } = game
  if (since === null) return Number.POSITIVE_INFINITY
  const schedule = game.schedules[turn]
  const stops = stopsSince(game, turn, since, outages)
  let left = game.left[turn]
  let at = since
  while (left > 0) {
    const end = quarterOf(at) + QUARTER
    const runs = isDayOff(at, schedule) ? 0 : end - at - stopped(stops, at, end)
    if (runs < left) {
      left -= runs
      at = end
      continue
    }
    while (left > 0) {
      const next = nextEdge(stops, at, end)
      const taken = stopped(stops, at, next) === 0 ? Math.min(left, next - at) : 0
      left -= taken
      at = left === 0 ? at + taken : next
    }
  }
  return afterProtected(stops, schedule, at)
}

function afterProtected(stops: Interval[], schedule: Schedule, from: number): number {
  let at = from
  for (;;) {
    const stop = stops.find((each) => each.from <= at && at < each.until)
    if (stop) at = stop.until
    else if (isDayOff(at, schedule)) at = quarterOf(at) + QUARTER
    else if (isQuiet(at, schedule)) at = Math.floor(at / MINUTE) * MINUTE + MINUTE
    else return at
  }
}

/** Completes a move: the mover gets their increment, and the other clock starts. */
export function switchClock(game: SlowGame, now: number, outages: Interval[]): void {
  const { clock, turn } = game
  updateClock(game, now, outages)
  game.left[turn] =
    clock.kind === 'per-move'
      ? clock.days * DAY
      : // a gift may have raised it above the cap
        Math.max(
          game.left[turn],
          Math.min(game.left[turn] + clock.incrementHours * HOUR, clock.capDays * DAY),
        )
  game.turn = turn === 'white' ? 'black' : 'white'
  game.since = now
}

/** Gives a side days: in its running turn, otherwise for its next one. */
export function giveTime(game: SlowGame, to: Side, days: number, now: number, outages: Interval[]): void {
  updateClock(game, now, outages)
  game.left[to] += days * DAY
}

/** Subtracts the elapsed time from the clock of the side to move. */
export function updateClock(game: SlowGame, now: number, outages: Interval[]): void {
  if (game.since === null) return
  game.left[game.turn] = leftAt(game, now, outages)
  game.since = now
}

export const leftAt = (game: SlowGame, now: number, outages: Interval[]): number =>
  game.since === null
    ? game.left[game.turn]
    : Math.max(0, game.left[game.turn] - spent(game, game.turn, game.since, now, outages))

const stopsSince = (game: SlowGame, side: Side, since: number, outages: Interval[]): Interval[] =>
  [...(game.vacation ? game.players[side].vacations : []), ...outages].filter(({ until }) => until > since)

/** Milliseconds between two moments in which something stops the clock. */
function stopped(stops: Interval[], from: number, until: number): number {
  let passed = 0
  for (let at = from; at < until; ) {
    const next = nextEdge(stops, at, until)
    if (stops.some((stop) => stop.from <= at && at < stop.until)) passed += next - at
    at = next
  }
  return passed
}

/** The first moment after `at` at which a stop begins or ends, or `until`. */
function nextEdge(stops: Interval[], at: number, until: number): number {
  let next = until
  for (const stop of stops)
    for (const edge of [stop.from, stop.until]) if (edge > at && edge < next) next = edge
  return next
}

const quarterOf = (at: number): number => Math.floor(at / QUARTER) * QUARTER

const isDayOff = (at: number, { timezone, daysOff }: Schedule): boolean =>
  daysOff.length > 0 && daysOff.includes(localTimeAt(at, timezone).weekday)

export function isQuiet(at: number, { timezone, quietHours }: Schedule): boolean {
  if (!quietHours) return false
  const { minute } = localTimeAt(at, timezone)
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)]
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

interface LocalTime {
  /** 1 is Monday. */
  weekday: number
  minute: number
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()
const localTimes = new Map<string, Map<number, LocalTime>>()

function localTimeAt(at: number, timeZone: string): LocalTime {
  const quarter = quarterOf(at)
  const known = localTimes.get(timeZone) ?? new Map<number, LocalTime>()
  localTimes.set(timeZone, known)
  const wall = known.get(quarter) ?? computeLocalTime(quarter, timeZone)
  known.set(quarter, wall)
  return { weekday: wall.weekday, minute: wall.minute + Math.floor((at - quarter) / MINUTE) }
}

function computeLocalTime(at: number, timeZone: string): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday!) + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}
