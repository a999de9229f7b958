import { type Move, type Refusal, type Result, type RuleSet, ruleSet } from '@tegenzet/rules'
import type { ValueSource } from '@tegenzet/tables'
import { judgeHalma } from './judge-halma.ts'
import { judgeMill } from './judge-mill.ts'
import type { Puzzle } from './puzzle.ts'

/** How an attempt stands after its last move. */
export type Verdict =
  | { state: 'go-on'; reply: Move }
  /** The move keeps the win, but there is a faster one. */
  | { state: 'slower' }
  | { state: 'solved' }
  /** The last move throws the value away. `refutation`: best play against it. */
  | { state: 'failed'; refutation: Move[] }

export interface Judged {
  verdict: Verdict
  /** The moves of both sides up to the last own move. */
  line: Move[]
}

/** `index` of the own move that is refused, from 0. */
export type RefusedMove = Refusal & { index: number }

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
  switch (rules.family) {
    case 'mill':
      return judgeMill(rules, puzzle, moves, sourceOf(rules))
    case 'halma':
      return Promise.resolve(judgeHalma(rules, puzzle, moves))
  }
}
