import type { Clock } from '@tegenzet/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { setLocale } from '$lib/i18n/locale.svelte.ts'
import { setTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { explainClock, formatClock } from './format-clock.ts'
import { formatSchedule } from './format-schedule.ts'
import { BANK_PRESETS } from './presets.ts'
import { lengthOf } from './quiet-hours.ts'

beforeEach(() => setLocale('en'))

describe('a clock in words', () => {
  it.each<[Clock, string]>([
    [{ kind: 'per-move', days: 1 }, '1 day a move'],
    [{ kind: 'bank', days: 10, incrementHours: 24, capDays: 20 }, '10 days + 1 day a move, at most 20 days'],
    [{ kind: 'bank', days: 3, incrementHours: 36, capDays: 5 }, '3 days + 36 hours a move, at most 5 days'],
    [{ kind: 'bank', days: 60, incrementHours: 0, capDays: 60 }, '60 days for the whole game'],
  ])('%o', (clock, words) => {
    expect(formatClock(clock)).toBe(words)
  })

  it('is explained differently for every way to play', () => {
    const clocks: Clock[] = [{ kind: 'per-move', days: 3 }, ...BANK_PRESETS]
    expect(new Set(clocks.map(explainClock)).size).toBe(clocks.length)
  })
})

describe('a week in words', () => {
  const zone = 'Europe/Amsterdam'
  const quietHours = { from: '23:00', to: '07:30' }

  it('names its days and hours, and the place only to those elsewhere', () => {
    const schedule = { timezone: zone, daysOff: [6, 7], quietHours }
    setTimeZone(zone)
    expect(formatSchedule(schedule)).toBe('Saturday and Sunday off · quiet 23:00–07:30')
    setTimeZone('Asia/Tokyo')
    expect(formatSchedule(schedule)).toBe('Saturday and Sunday off · quiet 23:00–07:30 (Amsterdam)')
    setLocale('nl')
    expect(formatSchedule({ ...schedule, quietHours: null })).toBe('zaterdag en zondag vrij')
  })

  it('is nothing where every hour is like any other', () => {
    expect(formatSchedule({ timezone: zone, daysOff: [], quietHours: null })).toBe('')
  })

  it('knows how long quiet hours last, across midnight too', () => {
    expect(lengthOf(quietHours)).toBe(8.5 * 60)
    expect(lengthOf({ from: '01:00', to: '06:00' })).toBe(5 * 60)
    expect(lengthOf({ from: '07:00', to: '23:00' })).toBe(16 * 60)
  })
})
