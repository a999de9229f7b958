import type { Interval } from '@tegenzet/clocks'
import { type DrawOffer, gameRatingsSchema, PLAYER_KINDS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { batchedOn } from '../../store/batched.ts'
import { defineColumns } from '../../store/columns.ts'
import { MAX_ID } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, isTransaction } from '../../store/transaction.ts'
import { afterOutages } from './clock.ts'
import type { GameRow } from './game.ts'
import { ALL_COLUMNS, GAME_COLUMNS, type GameColumn, sqlOf } from './game-columns.ts'
import { offerView } from './rows-of-change.ts'

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

const intOrNull = z.int().nullable()
const sideOrNull = z.enum(SIDES).nullable()
const dateOrNull = z.date().nullable()
/** From and until, in milliseconds. */
const intervals = z.array(z.tuple([z.number(), z.number()])).nullable()

const stored = <Name extends GameColumn>(name: Name) =>
  [sqlOf(name), GAME_COLUMNS[name].schema as (typeof GAME_COLUMNS)[Name]['schema']] as const
const STORED = Object.fromEntries(ALL_COLUMNS.map((name) => [name, stored(name)])) as {
  [Name in GameColumn]: ReturnType<typeof stored<Name>>
}

const COLUMNS = defineColumns({
  ...STORED,
  endedAt: [ENDED_AT, dateOrNull],
  whiteName: [Prisma.sql`w.username`, z.string()],
  whiteKind: [Prisma.sql`w.kind::text`, z.enum(PLAYER_KINDS)],
  blackName: [Prisma.sql`b.username`, z.string()],
  blackKind: [Prisma.sql`b.kind::text`, z.enum(PLAYER_KINDS)],
  whiteVacations: [vacationsOf(Prisma.sql`g.white_id`), intervals],
  blackVacations: [vacationsOf(Prisma.sql`g.black_id`), intervals],
  ratings: [RATINGS, gameRatingsSchema.nullable()],
  tournamentName: [Prisma.sql`t.name`, z.string().nullable()],
  season: [Prisma.sql`t.season`, intOrNull],
  division: [Prisma.sql`t.division`, intOrNull],
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

function readRow(row: Row): GameRow {
  const { whiteId, whiteName, whiteKind, blackId, blackName, blackKind, ...columns } = row
  return {
    ...columns,
    white: { id: whiteId, username: whiteName, kind: whiteKind },
    black: { id: blackId, username: blackName, kind: blackKind },
    schedules: { white: row.whiteSchedule, black: row.blackSchedule },
    vacations: { white: intervalsOf(row.whiteVacations), black: intervalsOf(row.blackVacations) },
    drawOffer: openOffer(row),
    openClaim: row.claimId !== null && row.claimBy ? { id: row.claimId, by: row.claimBy } : null,
    tournament: tournamentOf(row),
    match: matchOf(row),
  }
}

/** A game as it is, even if an outage is not given back to its row yet. */
const gameOf = (row: Row): GameRow =>
  row.outages
    ? afterOutages(
        readRow(row),
        row.outages.map(([from, until]) => ({ from: new Date(from), until: new Date(until) })),
      )
    : readRow(row)

/** Whether the row of a game, an SQL name, is from before an outage that is not given back to it yet. */
export const beforeOutage = (game: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (
    SELECT FROM outages p WHERE NOT p.given_back AND ${game}.clock_since < p.until AND ${game}.deadline >= p."from")`

const intervalsOf = (pairs: Row['whiteVacations']): Interval[] =>
  (pairs ?? []).map(([from, until]) => ({ from, until }))

function tournamentOf({ tournamentId, tournamentName, stage, groupNr, season, division }: Row) {
  if (tournamentId === null || tournamentName === null || stage === null || groupNr === null) return null
  const tournament = { id: tournamentId, name: tournamentName, stage, group: groupNr }
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
export async function queryGames(db: Db, from: Prisma.Sql, rest: Prisma.Sql): Promise<GameRow[]> {
  const query = Prisma.sql`SELECT ${COLUMNS.select} FROM ${from} ${JOINS} ${rest}`
  return (await readRows(db, COLUMNS.schema, query)).map(gameOf)
}

/** Compares a client's id as a bigint, so that it cannot overflow the column. */
export const idOf = (id: number): Prisma.Sql => Prisma.sql`${BigInt(id)}::bigint`

/** Reads a game. Outside of transactions, it is read together with the games that other requests want meanwhile. */
export const readGame = (db: Db, id: number): Promise<GameRow | undefined> =>
  isTransaction(db) ? readOne(db, id) : readInBatch(db, id)

async function readOne(db: Db, id: number): Promise<GameRow | undefined> {
  const [game] = await queryGames(db, Prisma.sql`games g`, Prisma.sql`WHERE g.id = ${idOf(id)}`)
  return game
}

const readInBatch = batchedOn(async (db, ids: number[]) => {
  const games = await readGames(db, [...new Set(ids.filter((id) => id <= MAX_ID))])
  const byId = new Map(games.map((game) => [game.id, game]))
  return ids.map((id) => byId.get(id))
})

/**
 * A player's running games whose last event was dropped because it was old. They have not changed since.
 * @param known games of which an event was found
 */
export const readIdleGames = (db: Db, playerId: number, known: readonly number[]): Promise<GameRow[]> =>
  queryGames(
    db,
    runningGamesOf(playerId),
    Prisma.sql`
      -- looked up game by game: a join may read all events
      WHERE g.id <> ALL(${[...known]}::int[])
        AND (SELECT true FROM events e WHERE e.game_id = g.id AND e.version = g.version LIMIT 1) IS NULL ORDER BY g.id`,
  )

/**
 * The games with these ids, in that order. Postgres does not see how many there are, because it would plan the query anew for
 * every number, which takes several times as long as reading a game.
 */
export function readGames(db: Db, ids: readonly number[]): Promise<GameRow[]> {
  const wanted = Prisma.sql`unnest((SELECT ${[...ids]}::int[])) WITH ORDINALITY AS wanted (id, nr) JOIN games g ON g.id = wanted.id`
  return queryGames(db, wanted, Prisma.sql`ORDER BY wanted.nr`)
}
