import { type BestMove, bestLines } from '@tegenzet/engine'
import type { Position, RuleSet } from '@tegenzet/rules'

/** Positions to visit: some hundredths of a second. */
const NODES = 20_000
/** How much deeper than the fastest win a slower one is looked for. */
export const SLOWER_PLIES = 2

/** The best move where tables do not cover, as a search finds it that does not hold up the caller; undefined in a finished game. */
export const shortSearch = (rules: RuleSet, position: Position, maxDepth: number): BestMove | undefined =>
  bestLines(rules, [position], { maxDepth, maxNodes: NODES })[0]
