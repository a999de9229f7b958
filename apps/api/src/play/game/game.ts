import type { Interval } from '@tegenzet/clocks'
import type { Clock, DrawOffer, Game, GameRatings, GameStatus, Player, Schedule } from '@tegenzet/contract'
import type { Move, OutcomeReason, Position, RuleSetId, Side } from '@tegenzet/rules'

/** A stored game with its players. */
export interface GameRow {
  id: number
  rules: RuleSetId
  rulesRevision: number
  status: GameStatus
  version: number
  white: Player
  black: Player
  turn: Side | null
  ply: number
  position: Position
  lastMove: Move | null
  clock: Clock
  /** Whether vacations stop clocks in it. */
  vacation: boolean
  schedules: Record<Side, Schedule>
  /**
   * Vacations that may stop a clock: those that end after the clock started. Empty if vacations do not count in this
   * game.
   */
  vacations: Record<Side, Interval[]>
  /** The remaining time of the side to move counts from here; null while no clock runs. */
  clockSince: Date | null
  deadline: Date | null
  whiteRemainingMs: number
  blackRemainingMs: number
  winner: Side | null
  reason: OutcomeReason | null
  /** The open draw offer. */
  drawOffer: DrawOffer | null
  openClaim: { id: number; by: Side } | null
  rated: boolean
  /** null: not rated, or not yet. */
  ratings: GameRatings | null
  tournament: Game['tournament']
  ladder: boolean
  match: Game['match']
  /** Whether a player has asked for a hint. */
  assisted: boolean
  createdAt: Date
  updatedAt: Date
  endedAt: Date | null
}

/** The side that a player has in a game. */
export const sideOf = (game: Pick<GameRow, 'white' | 'black'>, playerId: number): Side | null =>
  game.white.id === playerId ? 'white' : game.black.id === playerId ? 'black' : null
