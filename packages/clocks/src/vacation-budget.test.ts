import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Interval } from './schedule.ts'
import { balanceAt, fullAt, longestVacation, startBalance } from './vacation-budget.ts'

const DAY = 24 * 60 * 60 * 1000
const REGISTERED = Date.UTC(2026, 0, 15, 9, 41, 7, 123)
const USUAL = { daysPerYear: 30, startDays: 7 }
const start = startBalance(USUAL, REGISTERED)
const after = (days: number) => REGISTERED + days * DAY
const off = (from: number, days: number): Interval => ({ from: after(from), until: after(from + days) })

describe('the vacation budget', () => {
  test('grows evenly from registration and starts with a week', () => {
    expect(balanceAt(USUAL, start, [], after(0))).toBe(7 * DAY)
    expect(balanceAt(USUAL, start, [], after(73))).toBe(13 * DAY)
    expect(balanceAt(USUAL, start, [], after(146))).toBe(19 * DAY)
  })

  test('never exceeds a year’s allowance', () => {
    expect(fullAt(USUAL, start)).toBe(REGISTERED + Math.ceil((23 * DAY * 365) / 30))
    expect(balanceAt(USUAL, start, [], after(279))).toBeLessThan(30 * DAY)
    expect(balanceAt(USUAL, start, [], after(280))).toBe(30 * DAY)
    expect(balanceAt(USUAL, start, [], after(4000))).toBe(30 * DAY)
    expect(fullAt(USUAL, { at: after(4000), ms: 30 * DAY })).toBeNull()
  })

  test('starts with no more than a year’s allowance, which may be zero', () => {
    const few = { daysPerYear: 3, startDays: 7 }
    expect(balanceAt(few, startBalance(few, REGISTERED), [], after(1000))).toBe(3 * DAY)
    const none = { daysPerYear: 0, startDays: 7 }
    expect(longestVacation(none, startBalance(none, REGISTERED), [], after(1000))).toBe(0)
  })
})

describe('a vacation', () => {
  test('costs its days at its start, and they are earned back evenly', () => {
    expect(balanceAt(USUAL, start, [off(73, 10)], after(73) - 1)).toBe(13 * DAY - 1)
    expect(balanceAt(USUAL, start, [off(73, 10)], after(73))).toBe(3 * DAY)
    expect(balanceAt(USUAL, start, [off(73, 10)], after(146))).toBe(9 * DAY)
  })

  test('that is planned takes from the present budget what will not be earned before it', () => {
    const planned = [off(73, 10)]
    expect(longestVacation(USUAL, start, planned, after(0))).toBe(3 * DAY)
    expect(longestVacation(USUAL, start, [off(73, 3)], after(0))).toBe(7 * DAY)
    expect(longestVacation(USUAL, start, planned, after(146))).toBe(9 * DAY)
  })

  test('that became too expensive after the allowance was reduced leaves zero, not a debt', () => {
    const less = { daysPerYear: 10, startDays: 7 }
    const taken = [off(73, 13)]
    expect(balanceAt(less, startBalance(less, REGISTERED), taken, after(73))).toBe(0)
    expect(balanceAt(less, startBalance(less, REGISTERED), taken, after(146))).toBe(2 * DAY)
  })
})

/** A policy and a history of random vacations within the budget. */
const history = fc
  .record({
    daysPerYear: fc.integer({ min: 1, max: 365 }),
    startDays: fc.integer({ min: 0, max: 30 }),
    steps: fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 200 * DAY }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ steps, ...policy }) => {
    const begun = startBalance(policy, REGISTERED)
    const taken: Interval[] = []
    let at = REGISTERED
    for (const { gap, share } of steps) {
      at += gap
      const length = Math.floor(longestVacation(policy, begun, taken, at) * share)
      if (length === 0) continue
      taken.push({ from: at, until: at + length })
      at += length
    }
    return { policy, begun, taken, end: at }
  })
const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length })

describe('for any history', () => {
  test('the budget is never negative nor more than a year’s allowance', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 800 * DAY }), ({ policy, begun, taken, end }, more) => {
        for (const at of [...taken.flatMap(({ from, until }) => [from - 1, from, until]), end + more]) {
          const balance = balanceAt(policy, begun, taken, at)
          expect(balance).toBeGreaterThanOrEqual(0)
          expect(balance).toBeLessThanOrEqual(policy.daysPerYear * DAY)
        }
      }),
    )
  })

  test('earned minus taken is left, to the millisecond, while nothing is forfeited', () => {
    fc.assert(
      fc.property(history, ({ policy, begun, taken, end }) => {
        const forgone = taken.some(
          ({ from }) => balanceAt(policy, begun, taken, from - 1) >= policy.daysPerYear * DAY - 1,
        )
        fc.pre(!forgone && balanceAt(policy, begun, taken, end) < policy.daysPerYear * DAY)
        const spent = taken.reduce((sum, { from, until }) => sum + until - from, 0)
        const earned = Math.floor(((end - REGISTERED) * policy.daysPerYear) / 365)
        expect(balanceAt(policy, begun, taken, end)).toBe(begun.ms + earned - spent)
      }),
    )
  })

  test('the longest possible vacation leaves all planned ones paid for, and a millisecond more does not', () => {
    fc.assert(
      fc.property(
        history,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ policy, begun, taken, end }, place) => {
          const from = REGISTERED + Math.floor((end - REGISTERED) * place)
          const most = longestVacation(policy, begun, taken, from)
          const paidFor = (length: number) =>
            [...taken, { from, until: from + length }].every((each) =>
              isPaidFor(policy, begun, [...taken, { from, until: from + length }], each),
            )
          expect(paidFor(most)).toBe(true)
          expect(paidFor(most + 1)).toBe(false)
        },
      ),
    )
  })

  test('ending a vacation early gives back the rest, up to the maximum', () => {
    fc.assert(
      fc.property(history, fc.double({ min: 0, max: 1, noNaN: true }), ({ policy, begun, taken }, share) => {
        const last = taken.at(-1)
        fc.pre(last !== undefined && last.until - last.from > 1)
        const at = last!.from + Math.max(1, Math.floor((last!.until - last!.from) * share))
        const before = balanceAt(policy, begun, taken, at)
        const ended = [...taken.slice(0, -1), { from: last!.from, until: at }]
        expect(balanceAt(policy, begun, ended, at)).toBe(
          Math.min(policy.daysPerYear * DAY, before + last!.until - at),
        )
      }),
    )
  })

  test('the order of planning does not matter', () => {
    fc.assert(
      fc.property(
        history.chain((each) => shuffled(each.taken).map((mixed) => ({ ...each, mixed }))),
        ({ policy, begun, taken, mixed, end }) => {
          expect(balanceAt(policy, begun, mixed, end)).toBe(balanceAt(policy, begun, taken, end))
          expect(longestVacation(policy, begun, mixed, REGISTERED)).toBe(
            longestVacation(policy, begun, taken, REGISTERED),
          )
        },
      ),
    )
  })

  test('computing on from any moment gives the same result, to the millisecond', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 400 * DAY }), ({ policy, begun, taken, end }, more) => {
        const now = { at: end, ms: balanceAt(policy, begun, taken, end) }
        const on = balanceAt(policy, now, [], end + more)
        expect(balanceAt(policy, begun, taken, end + more) - on).toBeOneOf([0, 1])
      }),
    )
  })
})

/** The definition: the balance just before a vacation covers it. In ticks, so that nothing is rounded. */
function isPaidFor(
  policy: { daysPerYear: number; startDays: number },
  begun: { at: number; ms: number },
  all: Interval[],
  one: Interval,
): boolean {
  const most = BigInt(policy.daysPerYear) * BigInt(DAY) * 365n
  let ticks = BigInt(begun.ms) * 365n
  let at = begun.at
  for (const each of [...all].sort((a, b) => a.from - b.from)) {
    ticks += BigInt(each.from - at) * BigInt(policy.daysPerYear)
    if (ticks > most) ticks = most
    at = each.from
    ticks -= BigInt(each.until - each.from) * 365n
    if (each === one || (each.from === one.from && each.until === one.until)) return ticks >= 0n
  }
  throw new Error('it is none of them')
}
