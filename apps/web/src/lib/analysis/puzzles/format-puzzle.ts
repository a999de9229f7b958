import type { Puzzle, PuzzleTheme } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

const THEMES: Record<PuzzleTheme, () => string> = {
  'mill-in-two': m.puzzles_theme_mill_in_two,
  'double-mill': m.puzzles_theme_double_mill,
  blocking: m.puzzles_theme_blocking,
  flying: m.puzzles_theme_flying,
  sacrifice: m.puzzles_theme_sacrifice,
  defence: m.puzzles_theme_defence,
  opening: m.puzzles_theme_opening,
  'halma-chain': m.puzzles_theme_halma_chain,
  'halma-camp': m.puzzles_theme_halma_camp,
}

/** All themes that this client knows. */
export const THEMES_KNOWN = Object.keys(THEMES) as PuzzleTheme[]

/** A theme in words; null for one that this client does not know. */
export const formatTheme = (theme: PuzzleTheme): string | null => THEMES[theme]?.() ?? null

/** What is to be done: "White to move and win". */
export function formatTask({ turn, value }: Pick<Puzzle, 'turn' | 'value'>): string {
  if (turn === 'white') return value === 'win' ? m.puzzles_white_wins() : m.puzzles_white_draws()
  return value === 'win' ? m.puzzles_black_wins() : m.puzzles_black_draws()
}
