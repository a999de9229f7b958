import { byFamily } from './by-family.ts'
import type { RuleSet } from './rule-set.ts'

/** The occurrence of a position that draws the game, claimed or automatically (docs/rules.md, draws). */
export const REPETITION = 3

/** The number of consecutive quiet plies that draws the game, 50 by each player (docs/rules.md, draws). */
export const QUIET_LIMIT = 100

/** Whether only a capture resets the counter of quiet moves, and a new mill does not. */
export const captureResets = (rules: RuleSet): boolean =>
  byFamily(rules, { mill: ({ quietReset }) => quietReset === 'capture', halma: () => false })
