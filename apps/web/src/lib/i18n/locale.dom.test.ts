import { m } from '@tegenzet/texts/messages'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDay, formatDuration, formatTimeAgo } from './format-time.ts'
import { getLocale, preferredLocale, setLocale } from './locale.svelte.ts'
import { setTimeZone } from './time-zone.svelte.ts'

describe('the language of a visitor', () => {
  it('is the one stored on this device', () => {
    expect(preferredLocale('fr', ['de-AT'])).toBe('fr')
  })

  it('else is the browser’s first supported language, of any region', () => {
    expect(preferredLocale(null, ['pt-BR', 'de-AT', 'en'])).toBe('de')
  })

  it('is English if none is supported', () => {
    expect(preferredLocale('xx', ['pt-BR'])).toBe('en')
  })
})

describe('switching the language', () => {
  afterEach(() => setLocale('en'))

  it('changes every message and is stored', () => {
    setLocale('nl')
    expect(getLocale()).toBe('nl')
    expect(m.game_side_white()).toBe('Wit')
    expect(m.ui_nav_waiting({ count: 1 })).toBe('1 partij wacht op je')
    expect(m.ui_nav_waiting({ count: 3 })).toBe('3 partijen wachten op je')
    expect(document.cookie).toContain('locale=nl')
  })
})

describe('formatDuration', () => {
  const HOUR = 3_600_000

  it('shows the two largest units, rounded down', () => {
    expect(formatDuration(33 * HOUR + 29 * 60_000)).toBe('1 day 9 hr')
    expect(formatDuration(72 * HOUR - 29 * 60_000)).toBe('3 days')
    expect(formatDuration(48 * HOUR)).toBe('2 days')
    expect(formatDuration(90 * 60_000 + 59_000)).toBe('1 hr 30 min')
  })

  it('writes days out, which German abbreviates to “Tg.”', () => {
    setLocale('de')
    expect(formatDuration(33 * HOUR)).toBe('1 Tag 9 Std.')
    setLocale('en')
  })

  it('shows everything below a minute, also negative values, as less than a minute', () => {
    expect(formatDuration(59_000)).toBe('less than a minute')
    expect(formatDuration(-5)).toBe('less than a minute')
  })
})

describe('formatTimeAgo', () => {
  afterEach(() => {
    setTimeZone(undefined)
    setLocale('en')
  })
  const ago = (instant: string, now: string) => formatTimeAgo(instant, Date.parse(now))

  it('says “yesterday” only for the calendar day before, in the reader’s time zone', () => {
    setTimeZone('Europe/Amsterdam')
    expect(ago('2026-11-22T23:30:00Z', '2026-11-24T10:00:00Z')).toBe('yesterday')
    expect(ago('2026-11-22T22:30:00Z', '2026-11-24T10:00:00Z')).toBe('2 days ago')
    setTimeZone('America/New_York')
    expect(ago('2026-11-22T23:30:00Z', '2026-11-24T10:00:00Z')).toBe('2 days ago')
    setTimeZone('Europe/Amsterdam')
    setLocale('nl')
    expect(ago('2026-11-22T22:30:00Z', '2026-11-24T10:00:00Z')).toBe('eergisteren')
  })

  it('counts minutes and hours on the first day, also when it has 25 hours', () => {
    setTimeZone('Europe/Amsterdam')
    expect(ago('2026-11-24T09:59:30Z', '2026-11-24T10:00:00Z')).toBe('just now')
    expect(ago('2026-11-24T09:15:00Z', '2026-11-24T10:00:00Z')).toBe('45 minutes ago')
    expect(ago('2026-11-23T11:00:00Z', '2026-11-24T10:00:00Z')).toBe('23 hours ago')
    expect(ago('2026-10-24T22:10:00Z', '2026-10-25T22:40:00Z')).toBe('24 hours ago')
  })
})

describe('formatDay', () => {
  afterEach(() => {
    setTimeZone(undefined)
    setLocale('en')
  })

  it('names today and yesterday in the reader’s time zone, and dates other days', () => {
    setTimeZone('Europe/Amsterdam')
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(formatDay('2026-11-20T23:30:00Z', now)).toBe('Today')
    expect(formatDay('2026-11-20T22:30:00Z', now)).toBe('Yesterday')
    expect(formatDay('2026-11-19T22:30:00Z', now)).toMatch(/November.*2026/)
    setLocale('fr')
    expect(formatDay('2026-11-20T22:30:00Z', now)).toBe('Hier')
  })
})
