import type { Language, News } from '@tegenzet/contract'
import { getLocale, locales } from '$lib/i18n/locale.svelte.ts'

interface NewsText {
  title: string
  text: string
  language: Language
}

/** The news in the reader's language, else in English, else in the first language it has. */
export function newsText({ texts }: News): NewsText {
  const language = [getLocale(), 'en' as const, ...locales].find((each) => texts[each]) ?? 'en'
  return { title: '', text: '', ...texts[language], language }
}
