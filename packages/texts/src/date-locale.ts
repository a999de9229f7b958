import type { Locale } from '@tegenzet/texts/runtime'

/** The locale of dates where the reader's region is not known. "en" alone would write American dates. */
export const dateLocale = (language: Locale): string => (language === 'en' ? 'en-GB' : language)
