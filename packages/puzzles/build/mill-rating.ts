import type { MillRules, Move, Position } from '@tegenzet/rules'
import { closesMillBy } from '@tegenzet/rules/mill'
import type { RankedMove } from '../src/index.ts'
import type { PuzzleTheme } from '../themes/puzzle-themes.ts'

const EASIEST = 900
const HARDEST = 2200
/** For a ply more to the end, a move more to choose from, a mill that is tempting, and a stone that is given away. */
const PLY = 60
const CHOICE = 12
const TEMPTATION = 150
const SACRIFICE = 120
/** How long a draw is worth. */
const DRAW_PLIES = 8

/** A first estimate of how difficult a puzzle is, until people have tried it. */
export function ratingOfMill(
  rules: MillRules,
  position: Position,
  [first]: readonly Move[],
  ranked: readonly RankedMove[],
  themes: readonly PuzzleTheme[],
): number {
  const closes = (move: Move) => closesMillBy(rules, position, move)
  const isTempted = !closes(first!) && ranked.some(({ move }) => closes(move))
  const best = ranked[0]!.byte
  const plies = best % 2 === 1 && best < 100 ? best : DRAW_PLIES
  const rating =
    EASIEST +
    PLY * (plies - 3) +
    CHOICE * Math.min(ranked.length, 45) +
    (isTempted ? TEMPTATION : 0) +
    (themes.includes('sacrifice') ? SACRIFICE : 0)
  return Math.min(HARDEST, Math.round(rating))
}
