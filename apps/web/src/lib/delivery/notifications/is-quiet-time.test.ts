import { expect, it } from 'vitest'
import { isQuietTime } from './is-quiet-time.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`)
const account = (from: string, to: string) => ({ timezone: 'Europe/Amsterdam', quietHours: { from, to } })

it('reads quiet hours in the time zone of the account, also across midnight', () => {
  const night = account('22:00', '08:00')
  expect(['20:59', '21:00', '23:30', '06:59', '07:00'].map((time) => isQuietTime(at(time), night))).toEqual([
    ...[false, true, true, true, false],
  ])
  const noon = account('12:00', '14:00')
  expect(['10:59', '11:00', '12:59', '13:00'].map((time) => isQuietTime(at(time), noon))).toEqual([
    ...[false, true, true, false],
  ])
  expect(isQuietTime(at('23:00'), { timezone: 'UTC', quietHours: null })).toBe(false)
})
