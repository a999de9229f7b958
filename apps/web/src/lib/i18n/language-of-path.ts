import { type Locale, locales } from '@tegenzet/texts/runtime'

const PREFIX = new RegExp(`^/(${locales.join('|')})(?=/|$)`)

/** The language of an address like `/de/rules`. */
export const languageOf = (pathname: string): Locale | undefined =>
  pathname.match(PREFIX)?.[1] as Locale | undefined

export const withoutLanguage = (pathname: string): string => pathname.replace(PREFIX, '') || '/'
