import type { Result } from '@tegenzet/common'
import type { Move, Position } from './notation.ts'
import type { Outcome } from './outcome.ts'
import type { RuleRefusal } from './refusal.ts'
import type { Side } from './side.ts'

/** The result of one turn, as far as the position alone determines it. */
export interface TurnResult {
  position: Position
  /** Plies since the counter's last reset; null in games that do not count quiet moves. */
  quiet: number | null
  captured: string | null
  outcome: Outcome | null
}

/** The side of the stone on each point; empty points are missing. */
export type Stones = Readonly<Record<string, Side>>

/** A move's points; `from` is null for a placement. */
export interface DecodedMove {
  from: string | null
  to: string
  captured: string | null
}

export interface DecodedPosition {
  stones: Record<string, Side>
  side: Side
  /** Stones not yet placed; null in games without hands. */
  hands: Record<Side, number> | null
  /** Stones each side has lost. */
  taken: Record<Side, number>
  /** Plies since the counter's last reset; null in games that do not count quiet moves. */
  quiet: number | null
  moveNumber: number
}

/** A rule set compiled for play. Its methods throw if a trusted text is malformed. */
export interface RuleEngine {
  /** How many leading fields of a position text two equal positions share. */
  readonly keyFields: number
  /** The field of a position text with the counter of quiet moves; null in games that do not count them. */
  readonly quietField: number | null
  startPosition(): Position
  /** Refuses with `malformed-position`. */
  parsePosition(text: string): Result<Position, RuleRefusal>
  /** Refuses with `malformed-move`. */
  parseMove(text: string): Result<Move, RuleRefusal>
  decodePosition(position: Position): DecodedPosition
  decodeMove(move: Move): DecodedMove
  /** How this position alone ends the game; null if the game goes on. */
  outcome(position: Position): Outcome | null
  /** Unsorted; none in a finished position. */
  legalMoves(position: Position): Move[]
  /** Refuses with `illegal-move`. */
  turn(position: Position, move: Move): Result<TurnResult, RuleRefusal>
  /** The positions of a game whose moves are known to be legal, from `start` on. */
  positionsOf(moves: readonly Move[], start: Position): Position[]
  /** The points that a stone comes to on its way, both ends included; null in games where it goes straight there. */
  route(position: Position, from: string, to: string): string[] | null
  /** Where the stone on `from` may go on in the same move after it has gone along `path`; none where a move is one step. */
  onward(position: Position, from: string, path: readonly string[]): string[]
  /** The rows of stones of a position and of its mirror images, not each of them different. */
  images(position: Position): string[]
  /** Equal for positions that are equal or mirror images of each other, whatever the counters. */
  foldedKey(position: Position): string
  perft(position: Position, depth: number): number
}
