import { deadlineOf, type Interval, type Stops, spent } from '@tegenzet/clocks'
import type { Clock } from '@tegenzet/contract'
import { opponent, type Side } from '@tegenzet/rules'
import type { GameRow } from './game-store.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

export type Clocks = Pick<GameRow, 'clockSince' | 'deadline' | 'whiteRemainingMs' | 'blackRemainingMs'>
/** What says how a game's clocks run. */
type Timing = Pick<GameRow, 'clock' | 'schedules' | 'vacations'>
type Running = Timing & Clocks & Pick<GameRow, 'turn'>

/** The clocks as a game begins: white's runs. */
export function startClocks(game: Timing, now: Date): Clocks {
  const time = game.clock.days * DAY
  return run(game, { whiteRemainingMs: time, blackRemainingMs: time }, 'white', now)
}

/**
 * The clocks as they show at a moment: what has passed is taken from the side whose clock runs, which counts on from
 * there. The deadline is the same, for the two only say together what it says alone.
 */
export function readClocks(game: Running, now: Date): Clocks {
  const { turn, clockSince, deadline } = game
  if (!turn || !clockSince) return { ...remaining(game), clockSince, deadline }
  const passed = spent(clockSince.getTime(), now.getTime(), stopsOf(game, turn))
  return {
    ...remaining(charge(game, turn, passed)),
    clockSince: now > clockSince ? now : clockSince,
    deadline,
  }
}

/** The clocks after the side to move has moved, which pays it what its kind of clock pays; the other's runs. */
export function passTurn(game: Running, mover: Side, now: Date): Clocks {
  const { clockSince, ...read } = readClocks(game, now)
  const left = { ...remaining(read), [remainingOf[mover]]: afterMove(game.clock, leftTo(read, mover)) }
  // a move that was on its way through an outage is played at its end
  return run(game, left, opponent(mover), clockSince ?? now)
}

function afterMove(clock: Clock, left: number): number {
  switch (clock.kind) {
    case 'per-move':
      return clock.days * DAY
    case 'bank':
      return Math.min(left + clock.incrementHours * HOUR, clock.capDays * DAY)
  }
}

/** The clocks once the game has ended or is frozen: what was left to the side to move is kept. */
export function stopClocks(game: Running, now: Date): Clocks {
  return { ...remaining(readClocks(game, now)), clockSince: null, deadline: null }
}

/**
 * The clocks of a game that goes on after a claim: the side to move has what was left to it.
 * @param outages those since then: what was on its way through one takes effect at its end
 */
export function resumeClocks(game: Running, turn: Side, now: Date, outages: Interval[]): Clocks {
  const since = Math.max(now.getTime(), ...outages.map(({ until }) => until))
  return run(game, remaining(game), turn, new Date(since))
}

/** The clocks once vacations have been added, changed or dropped that do not reach back before `now`. */
export function retimeClocks(game: Running, now: Date): Clocks {
  const read = readClocks(game, now)
  return game.turn && read.clockSince ? run(game, remaining(read), game.turn, read.clockSince) : read
}

/**
 * The clocks after an outage, which is no time of anybody's: as they showed when it began, and running from its end. It is
 * in them for good, so that nobody need know of it later.
 */
export function giveBack(game: Running, { from, until }: { from: Date; until: Date }): Clocks {
  const read = readClocks(game, from)
  if (!game.turn || !read.clockSince) return read
  return run(game, remaining(read), game.turn, until > read.clockSince ? until : read.clockSince)
}

/**
 * What a side’s clock would have spent between two moments, and until when it would have run, had it not stood still for a
 * claim.
 */
export function wouldHaveRun(game: Running, side: Side, since: Date, until: Date, outages: Interval[]) {
  const stops = stopsOf(game, side, outages)
  return {
    spent: spent(since.getTime(), until.getTime(), stops),
    deadline: new Date(deadlineOf(since.getTime(), leftTo(game, side), stops)),
  }
}

/** Takes time from a side: of this turn where it is to move, else of its next. */
export function charge<G extends Pick<Clocks, 'whiteRemainingMs' | 'blackRemainingMs'>>(
  game: G,
  side: Side,
  ms: number,
): G {
  return { ...game, [remainingOf[side]]: Math.max(0, leftTo(game, side) - ms) }
}

/** What is left to a side as its clock was last read, in milliseconds. */
export const leftTo = (game: Remaining, side: Side): number => game[remainingOf[side]]

/** Whether the side to move had run out of time at a moment. The last millisecond is in time. */
export const isOverdue = ({ deadline }: Pick<GameRow, 'deadline'>, at: Date): boolean =>
  deadline !== null && at > deadline

/** The vacation that a side is on at a moment. */
export const vacationAt = ({ vacations }: Pick<GameRow, 'vacations'>, side: Side, at: Date) =>
  vacations[side].find(({ from, until }) => from <= at.getTime() && at.getTime() < until)

const stopsOf = ({ schedules, vacations }: Timing, side: Side, outages: Interval[] = []): Stops => ({
  schedule: schedules[side],
  stopped: [...vacations[side], ...outages],
})

/** @returns the clocks with that of a side running since a moment */
function run(game: Timing, left: Remaining, turn: Side, since: Date): Clocks {
  const deadline = deadlineOf(since.getTime(), leftTo(left, turn), stopsOf(game, turn))
  return { ...left, clockSince: since, deadline: new Date(deadline) }
}

type Remaining = Pick<Clocks, 'whiteRemainingMs' | 'blackRemainingMs'>
const remainingOf = { white: 'whiteRemainingMs', black: 'blackRemainingMs' } as const
const remaining = ({ whiteRemainingMs, blackRemainingMs }: Remaining): Remaining => ({
  whiteRemainingMs,
  blackRemainingMs,
})
