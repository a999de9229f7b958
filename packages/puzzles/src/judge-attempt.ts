import { byFamily, type Result, type RuleSet, ruleSet } from '@tegenzet/rules'
import type { ValueSource } from '@tegenzet/tables'
import { judgeHalma } from './judge-halma.ts'
import { judgeMill } from './judge-mill.ts'
import type { Puzzle } from './puzzle.ts'
import type { Judged, RefusedMove } from './verdict.ts'

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
  return byFamily(ruleSet(puzzle.rules), {
    mill: (rules) => judgeMill(rules, puzzle, moves, sourceOf(rules)),
    halma: async (rules) => judgeHalma(rules, puzzle, moves),
  })
}
