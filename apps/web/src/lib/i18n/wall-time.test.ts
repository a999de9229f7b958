import { describe, expect, it } from 'vitest'
import { instantOf, wallTime } from './wall-time.ts'

const at = (text: string) => Date.parse(text)

describe('the time on the wall', () => {
  it.each([
    ['2026-11-21T16:05:59Z', 'Europe/Amsterdam', '2026-11-21T17:05'],
    ['2026-11-21T23:30:00Z', 'Asia/Kolkata', '2026-11-22T05:00'],
    ['2026-06-01T03:59:00Z', 'America/New_York', '2026-05-31T23:59'],
    ['2026-11-21T23:00:00Z', 'Europe/Amsterdam', '2026-11-22T00:00'],
  ])('at %s in %s is %s', (instant, zone, wall) => {
    expect(wallTime(at(instant), zone)).toBe(wall)
  })

  it('leads back to its moment, all through a year, in zones on both sides of the line', () => {
    for (const zone of ['Europe/Amsterdam', 'Pacific/Auckland', 'America/St_Johns', 'UTC']) {
      for (
        let instant = at('2026-01-01T00:00Z');
        instant < at('2027-01-01T00:00Z');
        instant += 1_800_000 * 9
      ) {
        const back = instantOf(wallTime(instant, zone), zone)
        // of an hour that comes twice it is the first
        if (back !== instant) expect(wallTime(back, zone)).toBe(wallTime(instant, zone))
        expect(instant - back === 0 || instant - back === 3_600_000, `${zone} ${new Date(instant)}`).toBe(
          true,
        )
      }
    }
  })

  it('is the first of two where it comes twice, and goes on where it is left out', () => {
    expect(instantOf('2026-10-25T02:30', 'Europe/Amsterdam')).toBe(at('2026-10-25T00:30Z'))
    expect(instantOf('2026-03-29T02:30', 'Europe/Amsterdam')).toBe(at('2026-03-29T01:30Z'))
    expect(instantOf('2026-11-01T01:30', 'America/New_York')).toBe(at('2026-11-01T05:30Z'))
  })

  it('that is none leads to no moment', () => {
    expect(instantOf('', 'UTC')).toBeNaN()
    expect(instantOf('2026-11', 'UTC')).toBeNaN()
  })
})
