import type { Outcome } from './outcome.ts'
import type { Refusal } from './refusal.ts'
import type { Result } from './result.ts'
import type { Side } from './side.ts'

/** The result of one turn, as far as the position alone determines it. */
export interface TurnResult {
  position: string
  /** Plies since the counter's last reset; null in games that do not count quiet moves. */
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
  /** Stones not yet placed; null in games without hands. */
  hands: Record<Side, number> | null
  /** Stones each side has lost. */
  taken: Record<Side, number>
  quiet: number | null
  moveNumber: number
  /** Halma: stones of each side in the opponent's camp. */
  inCamp?: Record<Side, number>
}

/**
 * One rule set made ready for play; positions and moves are notation. Every method that takes a position throws for a
 * text that is not one: that is a bug of the caller.
 */
export interface RuleEngine {
  /** How many leading fields of a position text the same position has in common. */
  readonly keyFields: number
  startPosition(): string
  /** Refuses a text that is no position of these rules as `malformed-position`. */
  checkPosition(text: string): Result<string, Refusal>
  /** How this position alone ends the game; null if the game goes on. */
  outcome(position: string): Outcome | null
  /** Unsorted; none in a finished position. */
  legalMoves(position: string): string[]
  turn(position: string, move: string): Result<TurnResult, Refusal>
  readPosition(position: string): PositionView
  /** Null for a text that is not a move in notation. */
  readMove(move: string): MoveView | null
  perft(position: string, depth: number): number
}
