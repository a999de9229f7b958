import type { Interval } from './schedule.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const YEAR_DAYS = 365
/** Of a millisecond: in these the budget grows by a whole number a millisecond, so that no rounding adds up. */
const TICKS = YEAR_DAYS

/** How vacation is earned: evenly, `daysPerYear` in 365 days, never more than as many at once. */
export interface VacationPolicy {
  daysPerYear: number
  /** What everybody has to begin with, as far as it is no more than a year’s. */
  startDays: number
}

/** What somebody has at a moment. */
export interface Balance {
  at: number
  ms: number
}

/** What a player has on registering. */
export const startBalance = ({ daysPerYear, startDays }: VacationPolicy, registeredAt: number): Balance => ({
  at: registeredAt,
  ms: Math.min(daysPerYear, startDays) * DAY_MS,
})

/**
 * What is left at a moment, in milliseconds, once all is taken off that has begun by then: a vacation is paid for whole as
 * it begins. One that was ended early counts as long as it was, as though it had been no longer from the beginning.
 * Rounded down.
 */
export const balanceAt = (
  policy: VacationPolicy,
  start: Balance,
  taken: readonly Interval[],
  at: number,
): number => Math.floor(ticksAt(policy, start, taken, at) / TICKS)

/**
 * The longest vacation that can begin at a moment, in milliseconds, such that all that begin later can still be paid
 * for. Rounded down; 0 where those cannot be anyway.
 */
export function mostFrom(
  policy: VacationPolicy,
  start: Balance,
  taken: readonly Interval[],
  from: number,
): number {
  const later = inOrder(taken).filter((each) => each.from > from)
  // backwards: what must be left after each, so that the ones to come can be paid for
  let needed = 0
  let next = Number.POSITIVE_INFINITY
  for (const each of later.reverse()) {
    needed = costOf(each) + Math.max(0, needed - earned(policy, each.from, next))
    next = each.from
  }
  const spare = ticksAt(policy, start, taken, from) - Math.max(0, needed - earned(policy, from, next))
  return Math.max(0, Math.floor(spare / TICKS))
}

/** When there will be no room for more, if no vacation is taken; null where there is none already. */
export function fullAt(policy: VacationPolicy, { at, ms }: Balance): number | null {
  const room = mostOf(policy) - ms * TICKS
  return room <= 0 ? null : at + Math.ceil(room / policy.daysPerYear)
}

/** Forwards, from one vacation to the next. */
function ticksAt(policy: VacationPolicy, start: Balance, taken: readonly Interval[], at: number): number {
  let { at: since, ms } = start
  let ticks = Math.min(mostOf(policy), ms * TICKS)
  const growTo = (moment: number) => {
    ticks = Math.min(mostOf(policy), ticks + earned(policy, since, moment))
    since = Math.max(since, moment)
  }
  for (const each of inOrder(taken)) {
    if (each.from > at || each.from < start.at) continue
    growTo(each.from)
    // below nothing only where the policy was more generous once
    ticks = Math.max(0, ticks - costOf(each))
  }
  growTo(at)
  return ticks
}

const earned = ({ daysPerYear }: VacationPolicy, from: number, until: number): number =>
  daysPerYear === 0 ? 0 : Math.max(0, until - from) * daysPerYear
const costOf = ({ from, until }: Interval): number => (until - from) * TICKS
const mostOf = ({ daysPerYear }: VacationPolicy): number => daysPerYear * DAY_MS * TICKS
const inOrder = (taken: readonly Interval[]): Interval[] => [...taken].sort((a, b) => a.from - b.from)
