import {
  deadlineOf,
  type Interval,
  type Stops,
  spent,
  startTime,
  timeAfterGift,
  timeAfterMove,
} from '@tegenzet/clocks'
import { MAX_OVERDUE_DAYS } from '@tegenzet/contract'
import { opponent, type Side } from '@tegenzet/rules'
import type { GameRow } from './game.ts'

/** How long a game whose time-out must be claimed waits after its deadline, by the calendar. */
export const MAX_OVERDUE_MS = MAX_OVERDUE_DAYS * 24 * 60 * 60 * 1000

/** The columns of a game that hold its clocks. */
export type Clocks = Pick<GameRow, 'clockSince' | 'deadline' | 'whiteRemainingMs' | 'blackRemainingMs'>
/** What determines how a game's clocks run. */
type Timing = Pick<GameRow, 'clock' | 'schedules' | 'vacations'>
type Running = Timing & Clocks & Pick<GameRow, 'turn'>

/** The clocks at the start of a game: white's runs. */
export function startClocks(game: Timing, now: Date): Clocks {
  const time = startTime(game.clock)
  return run(game, { whiteRemainingMs: time, blackRemainingMs: time }, 'white', now)
}

/**
 * The clocks as of `now`: the elapsed time is subtracted from the running side, and its clock counts from `now`. The
 * deadline stays the same.
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

/** The clocks after a move: the mover gets its increment, and the opponent's clock starts. */
export function passTurn(game: Running, mover: Side, now: Date): Clocks {
  const { clockSince, ...read } = readClocks(game, now)
  const left = { ...remaining(read), [COLUMN[mover]]: timeAfterMove(game.clock, remainingOf(read, mover)) }
  // a move that arrived during an outage is played at the end of the outage
  return run(game, left, opponent(mover), clockSince ?? now)
}

/** The clocks after a side is given days: in its running turn, otherwise kept for its next one. */
export function giveClockTime(game: Running, to: Side, days: number, now: Date): Clocks {
  const read = readClocks(game, now)
  const given = { ...read, [COLUMN[to]]: timeAfterGift(remainingOf(read, to), days) }
  return game.turn === to && read.clockSince ? run(game, remaining(given), to, read.clockSince) : given
}

/** Stopped clocks, for a game that has ended or is frozen. The side to move keeps its remaining time. */
export function stopClocks(game: Running, now: Date): Clocks {
  return { ...remaining(readClocks(game, now)), clockSince: null, deadline: null }
}

/**
 * The clocks of a game that goes on after a claim, with the time that was left.
 * @param outages outages since then: a ruling that arrived during one takes effect at its end
 */
export function resumeClocks(game: Running, turn: Side, now: Date, outages: Interval[]): Clocks {
  const since = Math.max(now.getTime(), ...outages.map(({ until }) => until))
  return run(game, remaining(game), turn, new Date(since))
}

/** The clocks after a change of vacations that start at `now` or later. */
export function retimeClocks(game: Running, now: Date): Clocks {
  const read = readClocks(game, now)
  return game.turn && read.clockSince ? run(game, remaining(read), game.turn, read.clockSince) : read
}

/**
 * The clocks after an outage: as they were at its start, running from its end. So later readings need not know about
 * the outage.
 */
function giveBack(game: Running, { from, until }: { from: Date; until: Date }): Clocks {
  const read = readClocks(game, from)
  if (!game.turn || !read.clockSince) return read
  return run(game, remaining(read), game.turn, until > read.clockSince ? until : read.clockSince)
}

/**
 * A game as it is after outages, in their order, whether its row is from before them or not: only a row from before an
 * outage has a clock that runs since before its end. A game that was overdue before an outage stays overdue.
 */
export function afterOutages<G extends Running>(game: G, outages: readonly { from: Date; until: Date }[]): G {
  let after = game
  for (const outage of outages)
    if (after.clockSince && after.clockSince < outage.until && !isOverdue(after, outage.from))
      after = { ...after, ...giveBack(after, outage) }
  return after
}

/** What a side’s clock would have spent since `since`, and its deadline, had it not been stopped by a claim. */
export function wouldHaveRun(game: Running, side: Side, since: Date, until: Date, outages: Interval[]) {
  const stops = stopsOf(game, side, outages)
  return {
    spent: spent(since.getTime(), until.getTime(), stops),
    deadline: new Date(deadlineOf(since.getTime(), remainingOf(game, side), stops)),
  }
}

/** Subtracts time from a side: from this turn if it is to move, otherwise from its next turn. */
export function charge<G extends Pick<Clocks, 'whiteRemainingMs' | 'blackRemainingMs'>>(
  game: G,
  side: Side,
  ms: number,
): G {
  return { ...game, [COLUMN[side]]: Math.max(0, remainingOf(game, side) - ms) }
}

/** The remaining time of a side when its clock was last read, in milliseconds. */
export const remainingOf = (game: Remaining, side: Side): number => game[COLUMN[side]]

/** Whether the side to move had run out of time. A move in the last millisecond is in time. */
export const isOverdue = ({ deadline }: Pick<GameRow, 'deadline'>, at: Date): boolean =>
  deadline !== null && at > deadline

/** Whether the server ends the game: at once when time is out, or later where the opponent may claim the win. */
export const hasTimedOut = (
  { deadline, timeouts }: Pick<GameRow, 'deadline' | 'timeouts'>,
  at: Date,
): boolean => isOverdue({ deadline }, timeouts === 'claimed' ? new Date(at.getTime() - MAX_OVERDUE_MS) : at)

/** The vacation that a side is on. */
export const vacationAt = ({ vacations }: Pick<GameRow, 'vacations'>, side: Side, at: Date) =>
  vacations[side].find(({ from, until }) => from <= at.getTime() && at.getTime() < until)

const stopsOf = ({ schedules, vacations }: Timing, side: Side, outages: Interval[] = []): Stops => ({
  schedule: schedules[side],
  stopped: [...vacations[side], ...outages],
})

/** The clocks with that of `turn` running since `since`. */
function run(game: Timing, left: Remaining, turn: Side, since: Date): Clocks {
  const deadline = deadlineOf(since.getTime(), remainingOf(left, turn), stopsOf(game, turn))
  return { ...left, clockSince: since, deadline: new Date(deadline) }
}

type Remaining = Pick<Clocks, 'whiteRemainingMs' | 'blackRemainingMs'>
const COLUMN = { white: 'whiteRemainingMs', black: 'blackRemainingMs' } as const
const remaining = ({ whiteRemainingMs, blackRemainingMs }: Remaining): Remaining => ({
  whiteRemainingMs,
  blackRemainingMs,
})
