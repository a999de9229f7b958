import type { Interval } from './schedule.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const YEAR_DAYS = 365
/** Ticks per millisecond. In ticks the budget grows by a whole number per millisecond, so no rounding error adds up. */
const TICKS = YEAR_DAYS

/** Vacation accrues evenly, `daysPerYear` in 365 days. The balance never exceeds `daysPerYear` days. */
export interface VacationPolicy {
  daysPerYear: number
  /** The balance of a new player, at most `daysPerYear`. */
  startDays: number
}

/** A player's vacation in milliseconds at a moment, in milliseconds since the epoch. */
export interface Balance {
  at: number
  ms: number
}

/** The balance of a player who registers. */
export const startBalance = ({ daysPerYear, startDays }: VacationPolicy, registeredAt: number): Balance => ({
  at: registeredAt,
  ms: Math.min(daysPerYear, startDays) * DAY_MS,
})

/**
 * The milliseconds of vacation left at a moment, rounded down. A vacation is deducted as a whole when it begins; one
 * that was ended early counts as if it had been planned that short.
 */
export const balanceAt = (
  policy: VacationPolicy,
  start: Balance,
  taken: readonly Interval[],
  at: number,
): number => Math.floor(ticksAt(policy, start, taken, at) / TICKS)

/**
 * The longest vacation that can begin at a moment, in milliseconds and rounded down, so that the budget still covers
 * all later ones; 0 if it does not cover those anyway.
 */
export function longestVacation(
  policy: VacationPolicy,
  start: Balance,
  taken: readonly Interval[],
  from: number,
): number {
  const later = inOrder(taken).filter((each) => each.from > from)
  // backwards: what each vacation must leave for the later ones
  let needed = 0
  let next = Number.POSITIVE_INFINITY
  for (const each of later.reverse()) {
    needed = costOf(each) + Math.max(0, needed - earned(policy, each.from, next))
    next = each.from
  }
  const spare = ticksAt(policy, start, taken, from) - Math.max(0, needed - earned(policy, from, next))
  return Math.max(0, Math.floor(spare / TICKS))
}

/** When the balance reaches its maximum if no vacation is taken; null if it already has. */
export function fullAt(policy: VacationPolicy, { at, ms }: Balance): number | null {
  const room = mostOf(policy) - ms * TICKS
  return room <= 0 ? null : at + Math.ceil(room / policy.daysPerYear)
}

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
    // negative only if the policy used to be more generous
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
