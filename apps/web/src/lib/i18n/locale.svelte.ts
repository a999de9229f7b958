import { type Locale, locales, overwriteGetLocale } from '@tegenzet/texts/runtime'

export { type Locale, locales }

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
}

const KEY = 'locale'

const known = (tag: string | null | undefined): Locale | undefined =>
  locales.find((locale) => locale === tag?.toLowerCase().split('-')[0])

/** The language of a visitor: the stored choice, else the browser's first supported language, else English. */
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

// Every message reads the rune, so all texts change when the language does.
overwriteGetLocale(() => current)

/** Reactive. */
export const getLocale = (): Locale => current

/** Switches the language and remembers it on this device. */
export function setLocale(locale: Locale): void {
  current = locale
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}
