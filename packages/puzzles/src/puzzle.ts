import type { Move, Position, RuleSetId } from '@tegenzet/rules'
import type { Value } from '@tegenzet/tables'
import type { PuzzleTheme } from '../themes/puzzle-themes.ts'

/** Where a puzzle comes from. */
export type PuzzleSource = { kind: 'composed' } | { kind: 'game'; game: number }

/**
 * A position in which the side to move has exactly one move that keeps the value, and after the reply again. Values are
 * without draws by repetition and quiet moves, as in endgame tables.
 */
export interface Puzzle {
  id: string
  rules: RuleSetId
  position: Position
  /** Own moves and replies in turn, an own move first and last. A win goes on to the end of the game. */
  solution: Move[]
  value: Extract<Value, 'win' | 'draw'>
  /** Plies to the end with best play; null for a draw. */
  plies: number | null
  themes: PuzzleTheme[]
  source: PuzzleSource
  /** How difficult it is before anybody has tried it, on the scale of ratings. */
  rating: number
}

/** The own moves of a solution. */
export const ownMoves = ({ solution }: Pick<Puzzle, 'solution'>): Move[] =>
  solution.filter((_, n) => n % 2 === 0)
