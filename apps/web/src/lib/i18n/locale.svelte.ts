import { type Locale, locales, overwriteGetLocale } from '$lib/paraglide/runtime.js'

export { type Locale, locales }

/** Each language's name in itself. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
}

const KEY = 'locale'

const known = (tag: string | null | undefined): Locale | undefined =>
  locales.find((locale) => locale === tag?.toLowerCase().split('-')[0])

/** The language of a reader without an account: the one chosen here before, else the first we know of the browser's. */
export function preferredLocale(stored: string | null, languages: readonly string[]): Locale {
  return known(stored) ?? languages.map(known).find((locale) => locale !== undefined) ?? 'en'
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

let current = $state<Locale>(
  preferredLocale(stored(), typeof navigator === 'undefined' ? [] : navigator.languages),
)

// Every message reads the rune, so that all texts on the page change in place when the language does.
overwriteGetLocale(() => current)

/** The language in use now; reactive. */
export const getLocale = (): Locale => current

/** Shows everything in another language at once, and remembers it on this device. */
export function setLocale(locale: Locale): void {
  current = locale
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Not remembered, then.
  }
}
