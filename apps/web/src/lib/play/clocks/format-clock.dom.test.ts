import type { Clock } from '@tegenzet/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { setLocale } from '$lib/i18n/locale.svelte.ts'
import { setTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { explainClock, formatClock } from './format-clock.ts'
import { formatSchedule } from './format-schedule.ts'
import { BANK_PRESETS } from './presets.ts'
import { quietMinutes } from './quiet-hours.ts'

beforeEach(() => setLocale('en'))

describe('a formatted clock', () => {
  it.each<[Clock, string]>([
    [{ kind: 'per-move', days: 1 }, '1 day a move'],
    [{ kind: 'bank', days: 10, incrementHours: 24, capDays: 20 }, '10 days + 1 day a move, at most 20 days'],
    [{ kind: 'bank', days: 3, incrementHours: 36, capDays: 5 }, '3 days + 36 hours a move, at most 5 days'],
    [{ kind: 'bank', days: 60, incrementHours: 0, capDays: 60 }, '60 days for the whole game'],
  ])('%o', (clock, words) => {
    expect(formatClock(clock)).toBe(words)
  })

  it('has a different explanation for every preset', () => {
    const clocks: Clock[] = [{ kind: 'per-move', days: 3 }, ...BANK_PRESETS]
    expect(new Set(clocks.map(explainClock)).size).toBe(clocks.length)
  })
})

describe('a formatted schedule', () => {
  const zone = 'Europe/Amsterdam'
  const quietHours = { from: '23:00', to: '07:30' }

  it('shows days off and quiet hours, and the place only in another time zone', () => {
    const schedule = { timezone: zone, daysOff: [6, 7], quietHours }
    setTimeZone(zone)
    expect(formatSchedule(schedule)).toBe('Saturday and Sunday off · quiet 23:00–07:30')
    setTimeZone('Asia/Tokyo')
    expect(formatSchedule(schedule)).toBe('Saturday and Sunday off · quiet 23:00–07:30 (Amsterdam)')
    setLocale('nl')
    expect(formatSchedule({ ...schedule, quietHours: null })).toBe('zaterdag en zondag vrij')
  })

  it('is empty without days off and quiet hours', () => {
    expect(formatSchedule({ timezone: zone, daysOff: [], quietHours: null })).toBe('')
  })

  it('has quiet hours that can go past midnight', () => {
    expect(quietMinutes(quietHours)).toBe(8.5 * 60)
    expect(quietMinutes({ from: '01:00', to: '06:00' })).toBe(5 * 60)
    expect(quietMinutes({ from: '07:00', to: '23:00' })).toBe(16 * 60)
  })
})
