import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadlineOf, type Interval, isDayOff, runsOutAt, type Schedule, spent, stopAt } from './index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const AMSTERDAM: Schedule = { timezone: 'Europe/Amsterdam', daysOff: [], quietHours: null }
const at = (text: string) => Date.parse(text)
const iso = (moment: number) => new Date(moment).toISOString()

describe('a deadline', () => {
  const deadline = (since: string, remaining: number, schedule: Schedule, stopped: Interval[] = []) =>
    iso(deadlineOf(at(since), remaining, { schedule, stopped }))

  it('is now plus the remaining time if nothing stops the clock', () => {
    expect(deadline('2026-11-20T12:00:00.001Z', 3 * DAY, AMSTERDAM)).toBe('2026-11-23T12:00:00.001Z')
  })

  it('skips days off, by midnights of the player’s timezone', () => {
    const weekend = { ...AMSTERDAM, daysOff: [6, 7] }
    // a Friday, 13:00 in Amsterdam: eleven hours of it, then Monday
    expect(deadline('2026-11-20T12:00:00Z', DAY, weekend)).toBe('2026-11-23T12:00:00.000Z')
    expect(deadline('2026-11-20T12:00:00Z', DAY, { ...weekend, timezone: 'Pacific/Auckland' })).toBe(
      // already Saturday in Amsterdam
      '2026-11-23T11:00:00.000Z',
    )
  })

  it('counts the real length of a day off when daylight saving changes', () => {
    const sunday = { ...AMSTERDAM, daysOff: [7] }
    // the last Sundays of March and October: 23 and 25 hours
    expect(deadline('2026-03-28T12:00:00Z', DAY, sunday)).toBe('2026-03-30T11:00:00.000Z')
    expect(deadline('2026-10-24T12:00:00Z', DAY, sunday)).toBe('2026-10-26T13:00:00.000Z')
  })

  it('may be the last millisecond before a day off, otherwise the day after it', () => {
    const saturday = { ...AMSTERDAM, daysOff: [6] }
    expect(deadline('2026-11-19T22:59:59.999Z', DAY, saturday)).toBe('2026-11-20T22:59:59.999Z')
    expect(deadline('2026-11-19T23:00:00.000Z', DAY, saturday)).toBe('2026-11-21T23:00:00.000Z')
  })

  it('in quiet hours moves to their end', () => {
    const nights = { ...AMSTERDAM, quietHours: { from: '23:00', to: '07:30' } }
    expect(deadline('2026-11-20T21:59:59.999Z', DAY, nights)).toBe('2026-11-21T21:59:59.999Z')
    expect(deadline('2026-11-20T22:00:00Z', DAY, nights)).toBe('2026-11-22T06:30:00.000Z')
    expect(deadline('2026-11-21T02:00:00Z', DAY, nights)).toBe('2026-11-22T06:30:00.000Z')
    expect(deadline('2026-11-21T06:30:00Z', DAY, nights)).toBe('2026-11-22T06:30:00.000Z')
  })

  it('moves out of a day off that quiet hours end in, and again out of quiet hours', () => {
    const schedule = { ...AMSTERDAM, daysOff: [6], quietHours: { from: '23:00', to: '07:30' } }
    // runs out on Friday at 23:30; Saturday is off; Sunday begins in quiet hours
    expect(deadline('2026-11-19T22:30:00Z', DAY, schedule)).toBe('2026-11-22T06:30:00.000Z')
  })

  it('is never within a vacation that begins during the quiet hours that extend it', () => {
    const nights = { ...AMSTERDAM, quietHours: { from: '23:00', to: '07:30' } }
    const vacation = { from: at('2026-11-21T23:00:00Z'), until: at('2026-11-28T11:00:00Z') }
    expect(deadline('2026-11-20T22:15:00Z', DAY, nights, [vacation])).toBe('2026-11-28T11:00:00.000Z')
  })

  it('skips stopped periods that touch, overlap or contain days off once', () => {
    const saturday = { ...AMSTERDAM, daysOff: [6] }
    const stopped = [
      { from: at('2026-11-20T12:00:00Z'), until: at('2026-11-20T23:00:00Z') },
      { from: at('2026-11-21T20:00:00Z'), until: at('2026-11-23T00:00:00Z') },
      { from: at('2026-11-22T00:00:00Z'), until: at('2026-11-22T10:00:00Z') },
    ]
    expect(deadline('2026-11-20T11:00:00Z', 2 * HOUR, saturday, stopped)).toBe('2026-11-23T01:00:00.000Z')
  })

  it('uses local time when quiet hours end in a skipped or repeated hour', () => {
    const early = { ...AMSTERDAM, quietHours: { from: '22:00', to: '02:30' } }
    // 02:00 to 03:00 is skipped: quiet until 03:00
    expect(deadline('2026-03-28T00:00:00Z', DAY, early)).toBe('2026-03-29T01:00:00.000Z')
    // 02:00 to 03:00 comes twice: 02:30, then 02:00 again
    expect(deadline('2026-10-24T00:10:00Z', DAY, early)).toBe('2026-10-25T00:30:00.000Z')
    expect(deadline('2026-10-24T01:10:00Z', DAY, early)).toBe('2026-10-25T01:30:00.000Z')
  })

  it('handles days that do not begin at midnight', () => {
    const saoPaulo = { timezone: 'America/Sao_Paulo', daysOff: [6], quietHours: null }
    // in this zone Sunday, 4 November 2018 began at 01:00
    expect(deadline('2018-11-02T12:00:00Z', DAY, saoPaulo)).toBe('2018-11-04T12:00:00.000Z')
  })

  it('is now if no time is left, unless now is protected', () => {
    const schedule = { ...AMSTERDAM, daysOff: [6], quietHours: { from: '23:00', to: '07:30' } }
    expect(deadline('2026-11-20T12:00:00Z', 0, schedule)).toBe('2026-11-20T12:00:00.000Z')
    expect(deadline('2026-11-21T12:00:00Z', 0, schedule)).toBe('2026-11-22T06:30:00.000Z')
  })
})

it('tells which stop is under way, and whether it is a day off', () => {
  const schedule = { ...AMSTERDAM, daysOff: [1, 7] }
  const stops = {
    schedule,
    stopped: [{ from: at('2026-11-23T20:00:00Z'), until: at('2026-11-25T10:00:00Z') }],
  }
  expect(stopAt(at('2026-11-21T22:59:59.999Z'), stops)).toBe(null)
  expect(stopAt(at('2026-11-21T23:00:00Z'), stops)?.until).toBe(at('2026-11-25T10:00:00Z'))
  expect(isDayOff(at('2026-11-23T22:59:59.999Z'), schedule)).toBe(true)
  expect(isDayOff(at('2026-11-23T23:00:00Z'), schedule)).toBe(false)
  expect(stopAt(at('2026-11-25T10:00:00Z'), stops)).toBe(null)
})

describe('for any schedule, any stopped periods and any moment', () => {
  const ZONES = [
    ...[
      'UTC',
      'Europe/Amsterdam',
      'America/New_York',
      'America/St_Johns',
      'America/Santiago',
      'Asia/Kathmandu',
    ],
    ...['Asia/Tehran', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham', 'Africa/Casablanca'],
  ]
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15)
  const hhmm = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const quietHours = fc
    .tuple(time, fc.integer({ min: 1, max: 40 }))
    .map(([from, quarters]) => ({ from: hhmm(from), to: hhmm(from + quarters * 15) }))
  const schedule: fc.Arbitrary<Schedule> = fc.record({
    timezone: fc.constantFrom(...ZONES),
    daysOff: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 2 }),
    quietHours: fc.option(quietHours),
  })
  const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })
  /** Half of the moments are near a daylight-saving change of some zone. */
  const changing = fc
    .tuple(
      fc.constantFrom(
        ...['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25', '2026-11-01'],
      ),
      fc.integer({ min: -4 * DAY, max: 2 * DAY }),
    )
    .map(([day, shift]) => at(`${day}T00:00:00Z`) + shift)
  const since = fc.oneof(moment, changing)
  const remaining = fc.oneof(fc.integer({ min: 0, max: 90 * DAY }), fc.integer({ min: 0, max: 2 * DAY }))
  /** Relative to the start of the clock. */
  const stopped = fc.array(
    fc.tuple(fc.integer({ min: -5 * DAY, max: 30 * DAY }), fc.integer({ min: 1, max: 20 * DAY })),
    { maxLength: 4 },
  )
  const stopsOf = (from: number, schedule: Schedule, stopped: [number, number][]) => ({
    schedule,
    stopped: stopped.map(([shift, length]) => ({ from: from + shift, until: from + shift + length })),
  })
  const law = (
    check: (from: number, left: number, stops: ReturnType<typeof stopsOf>, more: number) => void,
  ) =>
    fc.assert(
      fc.property(
        ...([since, remaining, schedule, stopped, fc.integer({ min: 0, max: 20 * DAY })] as const),
        (from, left, schedule, stopped, more) => check(from, left, stopsOf(from, schedule, stopped), more),
      ),
      { numRuns: 300 },
    )

  it('the time spent until the deadline is the time that was left, to the millisecond', () =>
    law((from, left, stops) => {
      const out = runsOutAt(from, left, stops)
      expect(spent(from, out, stops)).toBe(left)
      if (left > 0) expect(spent(from, out - 1, stops)).toBe(left - 1)
    }))

  it('spent time adds up over any division', () =>
    law((from, left, stops, more) => {
      const [middle, end] = [from + more, from + more + left]
      expect(spent(from, middle, stops) + spent(middle, end, stops)).toBe(spent(from, end, stops))
    }))

  it('reading a clock and setting it again keeps the deadline', () =>
    law((from, left, stops, more) => {
      const out = runsOutAt(from, left, stops)
      const read = Math.min(from + more, out)
      const still = left - spent(from, read, stops)
      expect(deadlineOf(read, still, stops)).toBe(deadlineOf(from, left, stops))
    }))

  it('more time or a later start never means an earlier deadline', () =>
    law((from, left, stops, more) => {
      const deadline = deadlineOf(from, left, stops)
      expect(deadlineOf(from, left + more, stops)).toBeGreaterThanOrEqual(deadline)
      expect(deadlineOf(from + more, left, stops)).toBeGreaterThanOrEqual(deadline)
    }))

  it('no deadline is in quiet hours, on a day off, in a stopped period, or too early', () =>
    law((from, left, stops) => {
      const deadline = deadlineOf(from, left, stops)
      expect(deadline).toBeGreaterThanOrEqual(runsOutAt(from, left, stops))
      expect(isProtected(deadline, stops)).toBe(false)
    }))

  it('the result agrees with a walk over quarters of an hour', () =>
    fc.assert(
      fc.property(
        ...([changing, fc.integer({ min: 0, max: 4 * 24 * 3 }), schedule, stopped] as const),
        (from, quarters, schedule, stopped) => {
          const whole = (moment: number) => Math.floor(moment / QUARTER) * QUARTER
          const begin = whole(from)
          const stops = stopsOf(
            begin,
            schedule,
            stopped.map(([shift, length]) => [whole(shift), whole(length) + QUARTER]),
          )
          let out = begin
          for (let left = quarters; left > 0; out += QUARTER) if (!isStopped(out, stops)) left--
          // the first moment at which the time is used up
          expect(runsOutAt(begin, quarters * QUARTER, stops)).toBe(quarters === 0 ? begin : out)
          let deadline = out
          while (isProtected(deadline, stops)) deadline += QUARTER
          expect(deadlineOf(begin, quarters * QUARTER, stops)).toBe(deadline)
        },
      ),
      { numRuns: 60 },
    ))

  const QUARTER = 15 * MINUTE
  /** Uses only `Intl`, slowly. */
  const wall = (moment: number, timeZone: string) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(moment)
    const [weekday, hour, minute] = ['weekday', 'hour', 'minute'].map(
      (name) => parts.find(({ type }) => type === name)!.value,
    ) as [string, string, string]
    const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    return { weekday: weekdays.indexOf(weekday) + 1, time: `${hour}:${minute}` }
  }
  const isStopped = (moment: number, { schedule, stopped }: ReturnType<typeof stopsOf>) =>
    stopped.some(({ from, until }) => from <= moment && moment < until) ||
    schedule.daysOff.includes(wall(moment, schedule.timezone).weekday)
  function isProtected(moment: number, stops: ReturnType<typeof stopsOf>) {
    const { timezone, quietHours } = stops.schedule
    if (isStopped(moment, stops)) return true
    if (!quietHours) return false
    const { time } = wall(moment, timezone)
    const { from, to } = quietHours
    return from < to ? from <= time && time < to : time >= from || time < to
  }
})
