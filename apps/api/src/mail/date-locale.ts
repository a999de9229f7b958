import type { Language } from '@tegenzet/contract'

/** The locale of dates in a mail. "en" alone would write American dates, and nothing is known of the reader's region. */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language)
