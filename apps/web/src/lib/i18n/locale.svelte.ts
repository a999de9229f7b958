import { dateLocale } from '@tegenzet/texts/date-locale'
import { type Locale, locales, overwriteGetLocale } from '@tegenzet/texts/runtime'
import { languageOf, withoutLanguage } from './language-of-path.ts'

export { type Locale, locales }

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  fr: 'Français',
}

/** A cookie, because the server chooses the language of the page. */
const COOKIE = 'locale'

const known = (tag: string | null | undefined): Locale | undefined =>
  locales.find((locale) => locale === tag?.toLowerCase().split('-')[0])

/** The language of a visitor: the stored choice, else the browser's first supported language, else English. */
export function preferredLocale(stored: string | null, languages: readonly string[]): Locale {
  return known(stored) ?? languages.map(known).find((locale) => locale !== undefined) ?? 'en'
}

const stored = (): string | null => globalThis.document?.cookie.match(/(?:^|; )locale=(\w+)/)?.[1] ?? null

/** The built client has the texts of one language. In development and in tests all are there. */
const built = typeof __LOCALE__ === 'undefined' ? undefined : __LOCALE__

let current = $state<Locale>(
  built ?? preferredLocale(stored(), typeof navigator === 'undefined' ? [] : navigator.languages),
)

// Every message reads the rune, so all texts change when the language does.
overwriteGetLocale(() => current)

/** Reactive. */
export const getLocale = (): Locale => current

/** Reactive: the page's language with the reader's region, for dates and numbers. */
export const getRegionalLocale = (): string =>
  regionalLocale(current, typeof navigator === 'undefined' ? [] : navigator.languages)

export const regionalLocale = (locale: Locale, languages: readonly string[]): string =>
  languages.find((tag) => known(tag) === locale && isLocaleTag(tag)) ?? dateLocale(locale)

/** Some systems report tags that `Intl` refuses: "en-US@posix". */
function isLocaleTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** Whether pages from now on are to be in another language than the texts that are loaded. */
let outdated = false
export const isLocaleOutdated = (): boolean => outdated

/** Remembers the language on this device. The built client shows it from the next page on. */
export function adoptLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${locale}; path=/; max-age=31536000; samesite=lax`
  if (built) outdated = built !== locale
  else current = locale
}

/** Switches the language at once. The built client loads the page again, without a language in its address. */
export function setLocale(locale: Locale): void {
  adoptLocale(locale)
  if (!outdated) return
  const { pathname, search, hash } = location
  const path = withoutLanguage(pathname)
  // to an address that differs in nothing before its fragment, browsers only scroll
  if (path === pathname) location.reload()
  else location.replace(path + search + hash)
}

// A visitor who follows a link in a language stays in it.
if (built && languageOf(location.pathname)) adoptLocale(built)
