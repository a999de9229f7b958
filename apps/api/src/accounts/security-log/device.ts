import { parse } from 'bowser'

/** Names that are shorter here than in the library. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
}
const SYSTEMS: Record<string, string> = { 'Chrome OS': 'ChromeOS' }

/** The browser and the system that a session was started with, named as people know them. */
export function deviceOf(userAgent: string): { browser: string | null; system: string | null } {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os, platform } = parse(userAgent)
  const system = os.name === 'iOS' ? (platform.model ?? os.name) : os.name
  return {
    browser: browser.name ? (BROWSERS[browser.name] ?? browser.name) : null,
    system: system ? (SYSTEMS[system] ?? system) : null,
  }
}
