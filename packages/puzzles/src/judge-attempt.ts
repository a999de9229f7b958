import type { Result } from '@tegenzet/common'
import { type ByFamily, byFamily, type RuleSet, ruleSet } from '@tegenzet/rules'
import type { ValueSource } from '@tegenzet/tables'
import { judgeHalma } from './judge-halma.ts'
import { judgeMill } from './judge-mill.ts'
import type { Puzzle } from './puzzle.ts'
import type { Judged, RefusedMove } from './verdict.ts'

type Judge = (
  puzzle: Puzzle,
  moves: readonly string[],
  source: ValueSource | null,
) => Promise<Result<Judged, RefusedMove>>

const JUDGES: ByFamily<Judge> = {
  mill: (rules) => (puzzle, moves, source) => judgeMill(rules, puzzle, moves, source),
  halma: (rules) => async (puzzle, moves) => judgeHalma(rules, puzzle, moves),
}

/**
 * Judges the own moves of an attempt so far, at least one. Moves after one that ends the attempt are not looked at. Refused
 * as `malformed-move` or `illegal-move`.
 * @param sourceOf endgame tables; without the values of a position only the solution's moves are right
 */
export function judgeAttempt(
  puzzle: Puzzle,
  moves: readonly string[],
  sourceOf: (rules: RuleSet) => ValueSource | null,
): Promise<Result<Judged, RefusedMove>> {
  const rules = ruleSet(puzzle.rules)
  return byFamily(rules, JUDGES)(puzzle, moves, sourceOf(rules))
}
