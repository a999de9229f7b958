import { type Interval, isDayOff } from '@tegenzet/clocks'
import type { Clock, ClockStopper, DrawOffer, Game, GameStatus, Player, Schedule } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import {
  type Move,
  moveNumber,
  type OutcomeReason,
  type Position,
  type RuleSetId,
  type Side,
} from '@tegenzet/rules'
import { vacationsSince } from '../vacations/vacation-row.ts'
import { vacationAt } from './clock.ts'
import { OFFER } from './draw-offer-store.ts'

/** A game as it is read, with its players. */
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
  /** Those that stop a clock in it, from when the clock runs; from the game’s beginning while a claim is open. */
  vacations: Record<Side, Interval[]>
  /** What is left to the side to move counts from then; null while no clock runs. */
  clockSince: Date | null
  deadline: Date | null
  whiteRemainingMs: number
  blackRemainingMs: number
  winner: Side | null
  reason: OutcomeReason | null
  /** The one that is open, if any; so the claim. */
  drawOffer: DrawOffer | null
  openClaim: { id: number; by: Side } | null
  rated: boolean
  createdAt: Date
  updatedAt: Date
}

/** A player out of a joined `players`, as the API shows one. */
export const playerColumn = (alias: string): Prisma.Sql =>
  Prisma.raw(`jsonb_build_object('id', ${alias}.id, 'username', ${alias}.username, 'kind', ${alias}.kind)`)

const WHITE = Prisma.sql`g.white_id`
const BLACK = Prisma.sql`g.black_id`
const RUNNING = Prisma.sql`coalesce(g.clock_since, g.created_at)`

/** A `GameRow` out of `g` with its players `w` and `b`. */
export const GAME_COLUMNS = Prisma.sql`
  g.id, g.rules, g.rules_revision AS "rulesRevision", g.status::text, g.version, g.turn::text, g.ply, g.position,
  g.last_move AS "lastMove", g.clock, g.vacation,
  jsonb_build_object('white', g.white_schedule, 'black', g.black_schedule) AS schedules,
  CASE WHEN g.turn IS NOT NULL AND g.vacation
    THEN jsonb_build_object('white', ${vacationsSince(WHITE, RUNNING)}, 'black', ${vacationsSince(BLACK, RUNNING)})
    ELSE '{"white": [], "black": []}' END AS vacations,
  g.clock_since AS "clockSince", g.deadline, g.white_remaining_ms::float8 AS "whiteRemainingMs",
  g.black_remaining_ms::float8 AS "blackRemainingMs", g.winner::text, g.reason, g.rated,
  g.created_at AS "createdAt", g.updated_at AS "updatedAt",
  ${playerColumn('w')} AS white, ${playerColumn('b')} AS black,
  (SELECT ${OFFER} FROM draw_offers o WHERE o.game_id = g.id AND o.state = 'open') AS "drawOffer",
  (SELECT jsonb_build_object('id', c.id, 'by', c.by) FROM claims c WHERE c.game_id = g.id AND c.state = 'open')
    AS "openClaim"`

export const JOIN_PLAYERS = Prisma.sql`JOIN players w ON w.id = g.white_id JOIN players b ON b.id = g.black_id`

/** An id as a client sends it: compared as a bigint, so that none overflows the column. */
export const idOf = (id: number): Prisma.Sql => Prisma.sql`${BigInt(id)}::bigint`

export async function readGame({ prisma }: Database, id: number): Promise<GameRow | undefined> {
  const [game] = await prisma.$queryRaw<GameRow[]>`
    SELECT ${GAME_COLUMNS} FROM games g ${JOIN_PLAYERS} WHERE g.id = ${idOf(id)}`
  return game
}

/** Games by numbers of which there are games, in that order. */
export async function readGames({ prisma }: Database, ids: readonly number[]): Promise<GameRow[]> {
  return prisma.$queryRaw<GameRow[]>`
    SELECT ${GAME_COLUMNS} FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted (id, place)
    JOIN games g ON g.id = wanted.id ${JOIN_PLAYERS} ORDER BY place`
}

/** The game as every call and every event shows it. */
export function gameView(game: GameRow): Game {
  const { white, black, createdAt, updatedAt, deadline, reason } = game
  return {
    id: game.id,
    rules: game.rules,
    rulesRevision: game.rulesRevision,
    status: game.status,
    version: game.version,
    white,
    black,
    turn: game.turn,
    ply: game.ply,
    // of the move to be played next, as in the position text
    moveNumber: moveNumber(game.ply + 1),
    position: game.position,
    lastMove: game.lastMove,
    clock: game.clock,
    vacation: game.vacation,
    schedules: game.schedules,
    away: { white: away(game, 'white'), black: away(game, 'black') },
    deadline: deadline?.toISOString() ?? null,
    clocks: {
      white: { remainingMs: game.whiteRemainingMs },
      black: { remainingMs: game.blackRemainingMs },
      stoppedBy: stoppedBy(game),
    },
    drawOffer: game.drawOffer,
    openClaim: game.openClaim,
    outcome: reason && { winner: game.winner, reason },
    rated: game.rated,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** As of the last change, as the rest is: what is shown of a version never changes. */
function away(game: GameRow, side: Side): Game['away']['white'] {
  const vacation = game.turn && vacationAt(game, side, game.updatedAt)
  return vacation ? { until: new Date(vacation.until).toISOString() } : null
}

function stoppedBy(game: GameRow): ClockStopper[] {
  if (game.openClaim) return ['claim']
  const { turn, schedules, updatedAt } = game
  if (!turn) return []
  return [
    ...(vacationAt(game, turn, updatedAt) ? (['vacation'] as const) : []),
    ...(isDayOff(updatedAt.getTime(), schedules[turn]) ? (['day-off'] as const) : []),
  ]
}

/** The side a player has in a game. */
export const sideOf = (game: GameRow, playerId: number): Side | null =>
  game.white.id === playerId ? 'white' : game.black.id === playerId ? 'black' : null
