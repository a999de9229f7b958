import type { Interval } from '@tegenzet/clocks'
import type { DrawOffer, Game, GameRatings, Player, Schedule } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'
import type { StoredGame } from './game-columns.ts'

/** The columns that a game has in other fields. */
type Grouped = `${Side}Id` | `${Side}Schedule` | 'tournamentId' | 'stage' | 'groupNr' | 'matchId' | 'board'

/** A stored game with its players. */
export interface GameRow extends Omit<StoredGame, Grouped> {
  white: Player
  black: Player
  schedules: Record<Side, Schedule>
  /**
   * Vacations that may stop a clock: those that end after the clock started. Empty if vacations do not count in this
   * game.
   */
  vacations: Record<Side, Interval[]>
  /** The open draw offer. */
  drawOffer: DrawOffer | null
  openClaim: { id: number; by: Side } | null
  /** null: not rated, or not yet. */
  ratings: GameRatings | null
  tournament: Game['tournament']
  match: Game['match']
}

/** The row of `games` of a game. */
export const storedGame = (game: GameRow): StoredGame => ({
  ...game,
  whiteId: game.white.id,
  blackId: game.black.id,
  whiteSchedule: game.schedules.white,
  blackSchedule: game.schedules.black,
  tournamentId: game.tournament?.id ?? null,
  stage: game.tournament?.stage ?? null,
  groupNr: game.tournament?.group ?? null,
  matchId: game.match?.id ?? null,
  board: game.match?.board ?? null,
})

/** The side that a player has in a game. */
export const sideOf = (game: Pick<GameRow, 'white' | 'black'>, playerId: number): Side | null =>
  game.white.id === playerId ? 'white' : game.black.id === playerId ? 'black' : null
