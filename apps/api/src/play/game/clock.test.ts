import { deadlineOf } from '@tegenzet/clocks'
import type { Clock, Schedule } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterOutages, isOverdue, passTurn, startClocks } from './clock.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-03-27T00:00:00Z')
const clock: Clock = { kind: 'bank', days: 2, incrementHours: 0, capDays: 2 }
const ALWAYS: Schedule = { timezone: 'UTC', daysOff: [], quietHours: null }

const schedule: fc.Arbitrary<Schedule> = fc.record({
  timezone: fc.constantFrom('UTC', 'Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe'),
  daysOff: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 2 }),
  quietHours: fc.constantFrom(null, { from: '23:00', to: '07:30' }, { from: '01:00', to: '09:00' }),
})
const hours = (max: number) => fc.integer({ min: 1, max: max * HOUR })
/** Each as the time since the one before, and its length. */
const gaps = fc.array(fc.tuple(hours(60), hours(90)), { minLength: 1, maxLength: 4 })
const vacation = fc.option(fc.tuple(hours(80), hours(100)))

it('outages leave the same clocks, whenever they are given back, and count as stopped time', () =>
  fc.assert(
    fc.property(schedule, vacation, gaps, hours(40), (white, away, gaps, thought) => {
      const vacations = away ? [{ from: START + away[0], until: START + away[0] + away[1] }] : []
      const timing = {
        clock,
        schedules: { white, black: ALWAYS },
        vacations: { white: vacations, black: [] },
      }
      const begun = { ...timing, turn: 'white' as Side, ...startClocks(timing, new Date(START)) }
      let [game, end] = [begun, START]
      const outages: { from: Date; until: Date }[] = []
      for (const [gap, length] of gaps) {
        const outage = { from: new Date(end + gap), until: new Date(end + gap + length) }
        // the game would have been ended
        if (isOverdue(game, outage.from)) break
        end = outage.until.getTime()
        outages.push(outage)
        game = afterOutages(game, [outage])
        const stopped = [...vacations, ...outages.map(({ from, until }) => ({ from: +from, until: +until }))]
        expect(game.deadline).toEqual(
          new Date(deadlineOf(START, begun.whiteRemainingMs, { schedule: white, stopped })),
        )
      }
      // read late, read again after some were written, and played on
      expect(afterOutages(begun, outages)).toEqual(game)
      expect(afterOutages(game, outages)).toBe(game)
      const at = new Date(end + thought)
      expect(passTurn(afterOutages(begun, outages), 'white', at)).toEqual(passTurn(game, 'white', at))
    }),
    { numRuns: 100 },
  ))
