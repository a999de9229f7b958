import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestGift, startTime, type TimeControl, timeAfterGift, timeAfterMove } from './time-control.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

describe('a gift', () => {
  it('is at most the days of one move, or a tenth of a bank in whole days', () => {
    const bank = (days: number) => longestGift({ kind: 'bank', days, incrementHours: 24, capDays: 90 })
    expect([1, 3, 14].map((days) => longestGift({ kind: 'per-move', days }))).toEqual([1, 3, 14])
    expect([1, 9, 10, 19, 20, 60].map(bank)).toEqual([1, 1, 1, 1, 2, 6])
  })

  it('raises a bank above its cap, where the increment adds nothing', () => {
    const bank: TimeControl = { kind: 'bank', days: 10, incrementHours: 24, capDays: 10 }
    const given = timeAfterGift(startTime(bank), 1)
    expect(given).toBe(11 * DAY)
    expect(timeAfterMove(bank, given - 6 * HOUR)).toBe(11 * DAY - 6 * HOUR)
    expect(timeAfterMove(bank, given - 30 * HOUR)).toBe(10 * DAY)
  })

  it('for one turn lapses with the move, used or not', () => {
    const perMove: TimeControl = { kind: 'per-move', days: 3 }
    const given = timeAfterGift(timeAfterGift(startTime(perMove), 3), 2)
    expect(given).toBe(8 * DAY)
    expect(timeAfterMove(perMove, given)).toBe(3 * DAY)
    expect(timeAfterMove(perMove, 1)).toBe(3 * DAY)
  })
})

/** What happens to one player's clock: a share of its time is spent and a move played, or a share of the days given. */
interface Step {
  kind: 'move' | 'gift'
  share: number
}
const history: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom('move', 'gift'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { maxLength: 40 },
)
const bankControl = fc
  .record({
    days: fc.integer({ min: 1, max: 60 }),
    incrementHours: fc.integer({ min: 0, max: 72 }),
    room: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ room, ...bank }) => ({ kind: 'bank' as const, ...bank, capDays: bank.days + room }))
const perMoveControl = fc.record({
  kind: fc.constant('per-move' as const),
  days: fc.integer({ min: 1, max: 14 }),
})

/** Plays a history and reports the clock and all days given so far after each step. */
function* played(control: TimeControl, steps: readonly Step[]) {
  let left = startTime(control)
  let givenDays = 0
  for (const step of steps) {
    const before = left
    if (step.kind === 'move') left = timeAfterMove(control, before - Math.floor(before * step.share))
    else {
      const days = 1 + Math.floor((longestGift(control) - 1) * step.share)
      givenDays += days
      left = timeAfterGift(before, days)
    }
    yield { step, before, left, givenDays }
  }
}

describe('for any clock and history', () => {
  it('a bank exceeds its cap by no more than was given', () =>
    fc.assert(
      fc.property(bankControl, history, (bank, steps) => {
        for (const { left, givenDays } of played(bank, steps))
          expect(left).toBeLessThanOrEqual((bank.capDays + givenDays) * DAY)
      }),
    ))

  it('a move never leaves a bank with less than was on it, nor raises it above the cap', () =>
    fc.assert(
      fc.property(bankControl, fc.integer({ min: 0, max: 200 * DAY }), (bank, left) => {
        const after = timeAfterMove(bank, left)
        expect(after).toBeGreaterThanOrEqual(left)
        if (after > left) expect(after).toBeLessThanOrEqual(bank.capDays * DAY)
      }),
    ))

  it('each turn of a per-move clock begins with its days and what was given since the last move', () =>
    fc.assert(
      fc.property(perMoveControl, history, (control, steps) => {
        let given = 0
        for (const { step, before, left } of played(control, steps)) {
          given = step.kind === 'move' ? 0 : given + left - before
          expect(left).toBe(control.days * DAY + given)
        }
      }),
    ))
})
