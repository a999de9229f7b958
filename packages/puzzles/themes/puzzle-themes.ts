/** What a puzzle can be about, in the order in which themes are told. */
export const PUZZLE_THEMES = [
  'mill-in-two',
  'double-mill',
  'blocking',
  'flying',
  'sacrifice',
  'defence',
  'opening',
  'halma-chain',
  'halma-camp',
] as const
export type PuzzleTheme = (typeof PUZZLE_THEMES)[number]
