import { afterEach, describe, expect, it } from 'vitest'
import { m } from '$lib/paraglide/messages.js'
import { getLocale, preferredLocale, setLocale } from './locale.svelte.ts'
import { duration } from './time.ts'

describe('the language of a reader without an account', () => {
  it('is the one chosen on this device before', () => {
    expect(preferredLocale('fr', ['de-AT'])).toBe('fr')
  })

  it('is else the first of the browser’s languages that we have, whatever its region', () => {
    expect(preferredLocale(null, ['pt-BR', 'de-AT', 'en'])).toBe('de')
  })

  it('is English where we have none of them', () => {
    expect(preferredLocale('xx', ['pt-BR'])).toBe('en')
  })
})

describe('switching the language', () => {
  afterEach(() => setLocale('en'))

  it('changes every message at once and is remembered', () => {
    setLocale('nl')
    expect(getLocale()).toBe('nl')
    expect(m.side_white()).toBe('Wit')
    expect(m.nav_waiting({ count: 1 })).toBe('1 partij wacht op je')
    expect(m.nav_waiting({ count: 3 })).toBe('3 partijen wachten op je')
    expect(localStorage.getItem('locale')).toBe('nl')
  })
})

describe('a span of time', () => {
  const HOUR = 3_600_000

  it('is told in its two largest units, rounded down', () => {
    expect(duration(33 * HOUR + 59 * 60_000)).toBe('1 day 9 hr')
    expect(duration(48 * HOUR)).toBe('2 days')
    expect(duration(90 * 60_000 + 59_000)).toBe('1 hr 30 min')
  })

  it('does not count what is over or below a minute', () => {
    expect(duration(59_000)).toBe('less than a minute')
    expect(duration(-5)).toBe('less than a minute')
  })
})
