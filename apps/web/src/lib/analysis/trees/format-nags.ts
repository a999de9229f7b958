import { m } from '@tegenzet/texts/messages'
import { NAG_SYMBOLS } from '@tegenzet/trees'

const NAMES: Record<number, () => string> = {
  1: m.analysis_nag_good,
  2: m.analysis_nag_mistake,
  3: m.analysis_nag_brilliant,
  4: m.analysis_nag_blunder,
  5: m.analysis_nag_interesting,
  6: m.analysis_nag_dubious,
  10: m.analysis_nag_equal,
  16: m.analysis_nag_white_better,
  17: m.analysis_nag_black_better,
  18: m.analysis_nag_white_winning,
  19: m.analysis_nag_black_winning,
}

/** What a numeric annotation glyph means: "good move". */
export const nagName = (nag: number): string => NAMES[nag]?.() ?? `$${nag}`

/** The symbols behind a move: `!?`. Glyphs without a symbol are not shown. */
export const formatNags = (nags: readonly number[] = []): string =>
  nags.flatMap((nag) => NAG_SYMBOLS[nag] ?? []).join(' ')
