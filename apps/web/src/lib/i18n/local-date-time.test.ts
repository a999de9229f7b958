import { describe, expect, it } from 'vitest'
import { fromLocalDateTime, toLocalDateTime } from './local-date-time.ts'

const at = (text: string) => Date.parse(text)

describe('local date and time', () => {
  it.each([
    ['2026-11-21T16:05:59Z', 'Europe/Amsterdam', '2026-11-21T17:05'],
    ['2026-11-21T23:30:00Z', 'Asia/Kolkata', '2026-11-22T05:00'],
    ['2026-06-01T03:59:00Z', 'America/New_York', '2026-05-31T23:59'],
    ['2026-11-21T23:00:00Z', 'Europe/Amsterdam', '2026-11-22T00:00'],
  ])('formats %s in %s as %s', (instant, zone, wall) => {
    expect(toLocalDateTime(at(instant), zone)).toBe(wall)
  })

  it('converts back to the same instant all year, in zones east and west of UTC', () => {
    for (const zone of ['Europe/Amsterdam', 'Pacific/Auckland', 'America/St_Johns', 'UTC']) {
      for (
        let instant = at('2026-01-01T00:00Z');
        instant < at('2027-01-01T00:00Z');
        instant += 1_800_000 * 9
      ) {
        const back = fromLocalDateTime(toLocalDateTime(instant, zone), zone)
        // The repeated hour gives the first instant.
        if (back !== instant) expect(toLocalDateTime(back, zone)).toBe(toLocalDateTime(instant, zone))
        expect(instant - back === 0 || instant - back === 3_600_000, `${zone} ${new Date(instant)}`).toBe(
          true,
        )
      }
    }
  })

  it('takes the first instant of a repeated hour and reads a skipped time with the earlier offset', () => {
    expect(fromLocalDateTime('2026-10-25T02:30', 'Europe/Amsterdam')).toBe(at('2026-10-25T00:30Z'))
    expect(fromLocalDateTime('2026-03-29T02:30', 'Europe/Amsterdam')).toBe(at('2026-03-29T01:30Z'))
    expect(fromLocalDateTime('2026-11-01T01:30', 'America/New_York')).toBe(at('2026-11-01T05:30Z'))
  })

  it('gives NaN for an invalid text', () => {
    expect(fromLocalDateTime('', 'UTC')).toBeNaN()
    expect(fromLocalDateTime('2026-11', 'UTC')).toBeNaN()
  })
})
