import type { Clock, Schedule } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'

// A second account of every clock, as slow and obvious as can be, that shares nothing with the server's: it walks over
// quarters of an hour and asks `Intl` what each of them is in the player's own zone. All zones of our time change, and are
// apart, by whole quarters; so within one nothing but vacations and outages begins or ends.

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Interval {
  from: number
  until: number
}

/** Whatever stops a player's clock besides days off. */
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

/** @param outages all there have been */
export function spent(game: SlowGame, side: Side, from: number, until: number, outages: Interval[]): number {
  let passed = 0
  for (let at = from; at < until; ) {
    const end = Math.min(until, quarterOf(at) + QUARTER)
    if (!isDayOff(at, game.schedules[side])) passed += end - at - stopped(game, side, at, end, outages)
    at = end
  }
  return passed
}

export function deadlineOf(game: SlowGame, outages: Interval[]): number {
  const { turn, since, schedules } = game
  if (since === null) return Number.POSITIVE_INFINITY
  let left = game.left[turn]
  let at = since
  while (left > 0) {
    const end = quarterOf(at) + QUARTER
    const runs = isDayOff(at, schedules[turn]) ? 0 : end - at - stopped(game, turn, at, end, outages)
    if (runs <= left) {
      left -= runs
      at = end
      // run out at the end of what runs in this quarter, not of what stands still after it
      if (left === 0) return afterProtected(game, lastRunning(game, turn, end, outages), outages)
    } else {
      while (left > 0) {
        const next = nextEdge(game, turn, at, end, outages)
        const isRunning = stopped(game, turn, at, next, outages) === 0
        const taken = isRunning ? Math.min(left, next - at) : 0
        left -= taken
        at = left === 0 ? at + taken : next
      }
    }
  }
  return afterProtected(game, at, outages)
}

/** The moment after the last running millisecond before `end`. */
function lastRunning(game: SlowGame, side: Side, end: number, outages: Interval[]): number {
  let at = end
  for (;;) {
    const over = stopsOf(game, side, outages).find(({ from, until }) => from < at && at <= until)
    if (over) at = over.from
    else if (isDayOff(at - 1, game.schedules[side])) at = quarterOf(at - 1)
    else return at
  }
}

function afterProtected(game: SlowGame, from: number, outages: Interval[]): number {
  const side = game.turn
  let at = from
  for (;;) {
    const stop = stopsOf(game, side, outages).find((each) => each.from <= at && at < each.until)
    if (stop) at = stop.until
    else if (isDayOff(at, game.schedules[side])) at = quarterOf(at) + QUARTER
    else if (isQuiet(at, game.schedules[side])) at = Math.floor(at / MINUTE) * MINUTE + MINUTE
    else return at
  }
}

/** The mover is paid, and the other's clock runs. */
export function pass(game: SlowGame, now: number, outages: Interval[]): void {
  const { clock, turn } = game
  read(game, now, outages)
  game.left[turn] =
    clock.kind === 'per-move'
      ? clock.days * DAY
      : Math.min(game.left[turn] + clock.incrementHours * HOUR, clock.capDays * DAY)
  game.turn = turn === 'white' ? 'black' : 'white'
  game.since = now
}

/** Takes what has passed from the side to move. */
export function read(game: SlowGame, now: number, outages: Interval[]): void {
  if (game.since === null) return
  game.left[game.turn] = leftAt(game, now, outages)
  game.since = now
}

export const leftAt = (game: SlowGame, now: number, outages: Interval[]): number =>
  game.since === null
    ? game.left[game.turn]
    : Math.max(0, game.left[game.turn] - spent(game, game.turn, game.since, now, outages))

const stopsOf = (game: SlowGame, side: Side, outages: Interval[]): Interval[] => [
  ...(game.vacation ? game.players[side].vacations : []),
  ...outages,
]

/** Milliseconds of a short while in which something stops the clock. */
function stopped(game: SlowGame, side: Side, from: number, until: number, outages: Interval[]): number {
  let passed = 0
  for (let at = from; at < until; ) {
    const next = nextEdge(game, side, at, until, outages)
    if (stopsOf(game, side, outages).some((stop) => stop.from <= at && at < stop.until)) passed += next - at
    at = next
  }
  return passed
}

function nextEdge(game: SlowGame, side: Side, at: number, until: number, outages: Interval[]): number {
  let next = until
  for (const stop of stopsOf(game, side, outages))
    for (const edge of [stop.from, stop.until]) if (edge > at && edge < next) next = edge
  return next
}

const quarterOf = (at: number): number => Math.floor(at / QUARTER) * QUARTER

const isDayOff = (at: number, { timezone, daysOff }: Schedule): boolean =>
  daysOff.length > 0 && daysOff.includes(wallAt(at, timezone).weekday)

export function isQuiet(at: number, { timezone, quietHours }: Schedule): boolean {
  if (!quietHours) return false
  const { minute } = wallAt(at, timezone)
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)]
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

interface Wall {
  /** 1 is Monday. */
  weekday: number
  minute: number
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()
const walls = new Map<string, Map<number, Wall>>()

function wallAt(at: number, timeZone: string): Wall {
  const quarter = quarterOf(at)
  const known = walls.get(timeZone) ?? new Map<number, Wall>()
  walls.set(timeZone, known)
  const wall = known.get(quarter) ?? readWall(quarter, timeZone)
  known.set(quarter, wall)
  return { weekday: wall.weekday, minute: wall.minute + Math.floor((at - quarter) / MINUTE) }
}

function readWall(at: number, timeZone: string): Wall {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    })
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: WEEKDAYS.indexOf(parts.weekday!) + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}
