import type { Interval } from '@tegenzet/clocks'
import type { Clock, Game, Player, Schedule } from '@tegenzet/contract'
import { itemAt, ok, type Result, type RuleSetId, ruleSet, type Side, startPosition } from '@tegenzet/rules'
import { startRefused } from '../../accounts/access/barred.ts'
import type { Refusal } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Tx } from '../../store/transaction.ts'
import { startClocks } from './clock.ts'
import type { GameRow } from './game.ts'
import { gameView } from './game-view.ts'

export interface GameTerms {
  rules: RuleSetId
  rulesRevision: number
  clock: Clock
  /** Whether vacations stop clocks. */
  vacation: boolean
  rated: boolean
  tournament?: Game['tournament']
  ladder?: boolean
}

/** Who plays a new game. */
export interface Pair extends Record<Side, StartingPlayer> {
  /** The match between clubs that it belongs to. */
  match?: Game['match']
}

export interface StartingPlayer {
  player: Player
  schedule: Schedule
  /** Vacations that are not over. */
  vacations: Interval[]
}

/**
 * Writes a new game outside tournaments, if both players may start games. The caller appends the event.
 * @param by the player who starts it
 */
export async function startGame(
  tx: Tx,
  terms: GameTerms,
  players: Record<Side, StartingPlayer>,
  { by, at }: { by: number; at: Date },
): Promise<Result<Game, Refusal>> {
  const refused = await startRefused(tx, [players.white.player, players.black.player], by, at)
  if (refused) return refused
  const [game] = await startGames(tx, terms, [players], at)
  return ok(existing(game))
}

/**
 * Writes games on the same terms, in the order of their pairs. Who may play in a tournament
 * is decided before: see `skip-barred.ts`.
 */
export async function startGames(
  tx: Tx,
  terms: GameTerms,
  pairs: readonly Pair[],
  now: Date,
): Promise<Game[]> {
  const games = pairs.map((pair) => newGame(terms, pair, now))
  const rows = await tx.game.createManyAndReturn({ data: games.map(columnsOf), select: { id: true } })
  // ids are assigned in the order of the values
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  return games.map((game, n) => gameView({ ...game, id: itemAt(ids, n) }, null))
}

export function newGame(terms: GameTerms, { white, black, match = null }: Pair, now: Date): GameRow {
  const { rules, rulesRevision, clock, vacation, rated } = terms
  const { tournament = null, ladder = false } = terms
  const counted = vacation ? { white: white.vacations, black: black.vacations } : { white: [], black: [] }
  const timing = { clock, schedules: { white: white.schedule, black: black.schedule }, vacations: counted }
  return {
    id: 0,
    rules,
    rulesRevision,
    status: 'active',
    version: 0,
    turn: 'white',
    ply: 0,
    white: white.player,
    black: black.player,
    vacation,
    ...timing,
    position: startPosition(ruleSet(rules, rulesRevision)),
    lastMove: null,
    rated,
    ratings: null,
    tournament,
    ladder,
    match,
    assisted: false,
    ...startClocks(timing, now),
    winner: null,
    reason: null,
    drawOffer: null,
    openClaim: null,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
  }
}

const columnsOf = (game: GameRow) => ({
  rules: game.rules,
  rulesRevision: game.rulesRevision,
  clock: game.clock,
  vacation: game.vacation,
  rated: game.rated,
  position: game.position,
  clockSince: game.clockSince,
  deadline: game.deadline,
  whiteId: game.white.id,
  blackId: game.black.id,
  whiteSchedule: game.schedules.white,
  blackSchedule: game.schedules.black,
  whiteRemainingMs: game.whiteRemainingMs,
  blackRemainingMs: game.blackRemainingMs,
  turnMs: game.whiteRemainingMs,
  createdAt: game.createdAt,
  updatedAt: game.updatedAt,
  tournamentId: game.tournament?.id ?? null,
  stage: game.tournament?.stage ?? null,
  groupNr: game.tournament?.group ?? null,
  ladder: game.ladder,
  matchId: game.match?.id ?? null,
  board: game.match?.board ?? null,
})
