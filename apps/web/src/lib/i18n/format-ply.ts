import { moveNumber, sideOfPly } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { getLocale, type Locale } from './locale.svelte.ts'

/** A ply as move number and side. A letter of the reader's language: `11b` is Black's move, and reads as "blancs" in French. */
export function formatPly(ply: number, locale: Locale = getLocale()): string {
  const format = sideOfPly(ply) === 'white' ? m.game_ply_white : m.game_ply_black
  return format({ number: moveNumber(ply) }, { locale })
}

/** Position n as the ply that it arises with; `0` is the start. */
export const formatPosition = (n: number, locale: Locale = getLocale()): string =>
  n === 0 ? '0' : formatPly(n, locale)
