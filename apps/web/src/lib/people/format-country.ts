import type { Country } from '@tegenzet/contract'
import { getLocale } from '$lib/i18n/locale.svelte.ts'

/** A country's name in the reader's language. */
export const formatCountry = (code: Country): string =>
  new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code) ?? code
