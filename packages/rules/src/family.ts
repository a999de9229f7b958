import type { Outcome } from './outcome.ts'
import type { Refusal } from './refusal.ts'
import type { Result } from './result.ts'
import type { RuleSet } from './rule-set.ts'
import type { Side } from './side.ts'

/** What one turn makes of a position, as far as the position alone tells. */
export interface Turned {
  position: string
  /** Plies since the counter's last reset; null where quiet moves are not counted. */
  quiet: number | null
  closesMill: boolean
  captured: string | null
  outcome: Outcome | null
}

/** A move's points; `from` is null for a placement. */
export interface MoveView {
  from: string | null
  to: string
  captured: string | null
}

/** A position for drawing. */
export interface PositionView {
  stones: Record<string, Side>
  side: Side
  /** Stones not yet placed; null where there are no hands. */
  hands: Record<Side, number> | null
  /** Stones of each side that were taken. */
  taken: Record<Side, number>
  quiet: number | null
  moveNumber: number
  /** Halma: stones of each side in the other's camp. */
  inCamp?: Record<Side, number>
}

/** What a family of games can do; positions and moves are notation. A position that is no position text is a bug and throws. */
export interface Family {
  /** How many fields of the position text make the same position. */
  keyFields: number
  startPosition(rules: RuleSet): string
  /** Refuses what is no position of these rules, `malformed-position`. */
  checkPosition(rules: RuleSet, text: string): Result<string, Refusal>
  /** How the game stands by this position alone: null where it goes on. */
  outcome(rules: RuleSet, position: string): Outcome | null
  /** Unsorted; none in a finished position. */
  legalMoves(rules: RuleSet, position: string): string[]
  turn(rules: RuleSet, position: string, move: string): Result<Turned, Refusal>
  readPosition(rules: RuleSet, position: string): PositionView
  /** Null for what is no move's notation. */
  readMove(rules: RuleSet, move: string): MoveView | null
  perft(rules: RuleSet, position: string, depth: number): number
}
