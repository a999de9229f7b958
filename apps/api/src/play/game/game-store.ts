import type { Interval } from '@tegenzet/clocks'
import {
  clockSchema,
  type DrawOffer,
  GAME_STATUSES,
  gameRatingsSchema,
  PLAYER_KINDS,
  scheduleSchema,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { OUTCOME_REASONS, RULE_SET_IDS, SIDES, trustedMove, trustedPosition } from '@tegenzet/rules'
import { z } from 'zod'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { batchedOn } from '../../store/batched.ts'
import { defineColumns } from '../../store/columns.ts'
import { MAX_ID } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import { isTransaction, type Tx } from '../../store/transaction.ts'
import { afterOutages } from './clock.ts'
import { offerView } from './draw-offer-store.ts'
import type { GameRow } from './game.ts'

/** A player's vacations that stop a clock of `g`. */
const vacationsOf = (playerId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN g.turn IS NOT NULL AND g.vacation THEN (
    SELECT jsonb_agg(jsonb_build_array(
      (extract(epoch FROM v."from") * 1000)::bigint, (extract(epoch FROM v.until) * 1000)::bigint))
    FROM vacations v WHERE v.player_id = ${playerId} AND v.until > coalesce(g.clock_since, g.created_at)) END`

/** Both ratings before and after `g`. */
const RATINGS = Prisma.sql`
  CASE WHEN g.turn IS NULL AND g.rated THEN (
    SELECT jsonb_object_agg(r.side, jsonb_build_object(
      'before', jsonb_build_object(
        'rating', r.rating_before, 'deviation', r.deviation_before, 'volatility', r.volatility_before),
      'after', jsonb_build_object(
        'rating', r.rating_after, 'deviation', r.deviation_after, 'volatility', r.volatility_after)))
    FROM game_ratings r WHERE r.game_id = g.id) END`

/** A process of an earlier release ends a game without `ended_at`. */
const ENDED_AT = Prisma.sql`coalesce(g.ended_at, CASE WHEN g.turn IS NULL THEN g.updated_at END)`

/** Outages that are not given back to all games yet, as from and until in milliseconds. The same for all rows. */
const PENDING_OUTAGES = Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_array(
      (extract(epoch FROM p."from") * 1000)::bigint, (extract(epoch FROM p.until) * 1000)::bigint) ORDER BY p."from")
    FROM outages p WHERE NOT p.given_back)`

const dateOrNull = z.date().nullable()
const intOrNull = z.int().nullable()
const sideOrNull = z.enum(SIDES).nullable()
/** From and until, in milliseconds. */
const intervals = z.array(z.tuple([z.number(), z.number()])).nullable()

// flat and without transforms, which would make parsing several times slower
const COLUMNS = defineColumns({
  id: [Prisma.sql`g.id`, z.int()],
  rules: [Prisma.sql`g.rules`, z.enum(RULE_SET_IDS)],
  rulesRevision: [Prisma.sql`g.rules_revision`, z.int()],
  status: [Prisma.sql`g.status::text`, z.enum(GAME_STATUSES)],
  version: [Prisma.sql`g.version`, z.int()],
  whiteId: [Prisma.sql`w.id`, z.int()],
  whiteName: [Prisma.sql`w.username`, z.string()],
  whiteKind: [Prisma.sql`w.kind::text`, z.enum(PLAYER_KINDS)],
  blackId: [Prisma.sql`b.id`, z.int()],
  blackName: [Prisma.sql`b.username`, z.string()],
  blackKind: [Prisma.sql`b.kind::text`, z.enum(PLAYER_KINDS)],
  turn: [Prisma.sql`g.turn::text`, sideOrNull],
  ply: [Prisma.sql`g.ply`, z.int()],
  position: [Prisma.sql`g.position`, z.string()],
  lastMove: [Prisma.sql`g.last_move`, z.string().nullable()],
  clock: [Prisma.sql`g.clock`, clockSchema],
  vacation: [Prisma.sql`g.vacation`, z.boolean()],
  whiteSchedule: [Prisma.sql`g.white_schedule`, scheduleSchema],
  blackSchedule: [Prisma.sql`g.black_schedule`, scheduleSchema],
  whiteVacations: [vacationsOf(Prisma.sql`g.white_id`), intervals],
  blackVacations: [vacationsOf(Prisma.sql`g.black_id`), intervals],
  clockSince: [Prisma.sql`g.clock_since`, dateOrNull],
  deadline: [Prisma.sql`g.deadline`, dateOrNull],
  whiteRemainingMs: [Prisma.sql`g.white_remaining_ms::float8`, z.number()],
  blackRemainingMs: [Prisma.sql`g.black_remaining_ms::float8`, z.number()],
  winner: [Prisma.sql`g.winner::text`, sideOrNull],
  reason: [Prisma.sql`g.reason`, z.enum(OUTCOME_REASONS).nullable()],
  rated: [Prisma.sql`g.rated`, z.boolean()],
  ratings: [RATINGS, gameRatingsSchema.nullable()],
  tournamentId: [Prisma.sql`t.id`, intOrNull],
  tournamentName: [Prisma.sql`t.name`, z.string().nullable()],
  season: [Prisma.sql`t.season`, intOrNull],
  division: [Prisma.sql`t.division`, intOrNull],
  stage: [Prisma.sql`g.stage`, intOrNull],
  group: [Prisma.sql`g.group_nr`, intOrNull],
  ladder: [Prisma.sql`g.ladder`, z.boolean()],
  matchId: [Prisma.sql`g.match_id`, intOrNull],
  board: [Prisma.sql`g.board`, intOrNull],
  assisted: [Prisma.sql`g.assisted`, z.boolean()],
  createdAt: [Prisma.sql`g.created_at`, z.date()],
  updatedAt: [Prisma.sql`g.updated_at`, z.date()],
  endedAt: [ENDED_AT, dateOrNull],
  offerId: [Prisma.sql`o.id`, intOrNull],
  offerBy: [Prisma.sql`o.by::text`, sideOrNull],
  offerPly: [Prisma.sql`o.ply`, intOrNull],
  offerGround: [Prisma.sql`o.ground`, z.string().nullable()],
  offerNumbers: [Prisma.sql`o.numbers`, z.array(z.int()).nullable()],
  offeredAt: [Prisma.sql`o.created_at`, dateOrNull],
  offerExpiresAt: [Prisma.sql`o.expires_at`, dateOrNull],
  claimId: [Prisma.sql`c.id`, intOrNull],
  claimBy: [Prisma.sql`c.by::text`, sideOrNull],
  outages: [PENDING_OUTAGES, intervals],
})
type Row = z.output<typeof COLUMNS.schema>

/** Looked up game by game: a join may read all that are open. */
const JOINS = Prisma.sql`
  JOIN players w ON w.id = g.white_id JOIN players b ON b.id = g.black_id
  LEFT JOIN LATERAL (SELECT * FROM draw_offers o WHERE o.game_id = g.id AND o.state = 'open' LIMIT 1) o ON true
  LEFT JOIN tournaments t ON t.id = g.tournament_id
  LEFT JOIN LATERAL (SELECT * FROM claims c WHERE c.game_id = g.id AND c.state = 'open' LIMIT 1) c ON true`

const storedGame = (row: Row): GameRow => ({
  id: row.id,
  rules: row.rules,
  rulesRevision: row.rulesRevision,
  status: row.status,
  version: row.version,
  white: { id: row.whiteId, username: row.whiteName, kind: row.whiteKind },
  black: { id: row.blackId, username: row.blackName, kind: row.blackKind },
  turn: row.turn,
  ply: row.ply,
  position: trustedPosition(row.position),
  lastMove: row.lastMove === null ? null : trustedMove(row.lastMove),
  clock: row.clock,
  vacation: row.vacation,
  schedules: { white: row.whiteSchedule, black: row.blackSchedule },
  vacations: { white: intervalsOf(row.whiteVacations), black: intervalsOf(row.blackVacations) },
  clockSince: row.clockSince,
  deadline: row.deadline,
  whiteRemainingMs: row.whiteRemainingMs,
  blackRemainingMs: row.blackRemainingMs,
  winner: row.winner,
  reason: row.reason,
  drawOffer: openOffer(row),
  openClaim: row.claimId !== null && row.claimBy ? { id: row.claimId, by: row.claimBy } : null,
  rated: row.rated,
  ratings: row.ratings,
  tournament: tournamentOf(row),
  ladder: row.ladder,
  match: matchOf(row),
  assisted: row.assisted,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  endedAt: row.endedAt,
})

/** A game as it is, even if an outage is not given back to its row yet. */
const gameOf = (row: Row): GameRow =>
  row.outages
    ? afterOutages(
        storedGame(row),
        row.outages.map(([from, until]) => ({ from: new Date(from), until: new Date(until) })),
      )
    : storedGame(row)

/** Whether the row of a game, an SQL name, is from before an outage that is not given back to it yet. */
export const beforeOutage = (game: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (
    SELECT FROM outages p WHERE NOT p.given_back AND ${game}.clock_since < p.until AND ${game}.deadline >= p."from")`

const intervalsOf = (pairs: Row['whiteVacations']): Interval[] =>
  (pairs ?? []).map(([from, until]) => ({ from, until }))

function tournamentOf({ tournamentId, tournamentName, stage, group, season, division }: Row) {
  if (tournamentId === null || tournamentName === null || stage === null || group === null) return null
  const tournament = { id: tournamentId, name: tournamentName, stage, group }
  return season === null || division === null ? tournament : { ...tournament, league: { season, division } }
}

const matchOf = ({ matchId, board }: Row): GameRow['match'] =>
  matchId === null || board === null ? null : { id: matchId, board }

function openOffer(row: Row): DrawOffer | null {
  const { offerId: id, offerBy: by, offerPly: ply, offerNumbers: numbers } = row
  const { offeredAt: createdAt, offerExpiresAt: expiresAt } = row
  if (id === null || by === null || ply === null || numbers === null) return null
  if (createdAt === null || expiresAt === null) return null
  const { id: gameId, offerGround: ground } = row
  return offerView({
    id,
    gameId,
    by,
    ply,
    ground,
    numbers,
    state: 'open',
    createdAt,
    expiresAt,
    closedAt: null,
  })
}

/**
 * Reads games.
 * @param from an SQL expression of rows of `games` named `g`
 * @param rest conditions, order and limit; the open offer is `o`, the open claim `c`
 */
export async function queryGames(tx: Tx, from: Prisma.Sql, rest: Prisma.Sql): Promise<GameRow[]> {
  const query = Prisma.sql`SELECT ${COLUMNS.select} FROM ${from} ${JOINS} ${rest}`
  return (await readRows(tx, COLUMNS.schema, query)).map(gameOf)
}

/** Compares a client's id as a bigint, so that it cannot overflow the column. */
export const idOf = (id: number): Prisma.Sql => Prisma.sql`${BigInt(id)}::bigint`

/** Reads a game. Outside of transactions, it is read together with the games that other requests want meanwhile. */
export const readGame = (tx: Tx, id: number): Promise<GameRow | undefined> =>
  isTransaction(tx) ? readOne(tx, id) : readInBatch(tx, id)

async function readOne(tx: Tx, id: number): Promise<GameRow | undefined> {
  const [game] = await queryGames(tx, Prisma.sql`games g`, Prisma.sql`WHERE g.id = ${idOf(id)}`)
  return game
}

const readInBatch = batchedOn(async (tx, ids: number[]) => {
  const games = await readGames(tx, [...new Set(ids.filter((id) => id <= MAX_ID))])
  const byId = new Map(games.map((game) => [game.id, game]))
  return ids.map((id) => byId.get(id))
})

/** A player's running games whose last event was dropped because it was old. They have not changed since. */
export const readIdleGames = (tx: Tx, playerId: number): Promise<GameRow[]> =>
  queryGames(
    tx,
    runningGamesOf(playerId),
    Prisma.sql`
      -- looked up game by game: a join may read all events
      WHERE (SELECT true FROM events e WHERE e.game_id = g.id AND e.version = g.version LIMIT 1) IS NULL ORDER BY g.id`,
  )

/**
 * The games with these ids, in that order. Postgres does not see how many there are, because it would plan the query anew for
 * every number, which takes several times as long as reading a game.
 */
export function readGames(tx: Tx, ids: readonly number[]): Promise<GameRow[]> {
  const wanted = Prisma.sql`unnest((SELECT ${[...ids]}::int[])) WITH ORDINALITY AS wanted (id, nr) JOIN games g ON g.id = wanted.id`
  return queryGames(tx, wanted, Prisma.sql`ORDER BY wanted.nr`)
}
