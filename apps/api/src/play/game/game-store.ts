import type { Interval } from '@tegenzet/clocks'
import { type Clock, GAME_STATUSES, type GameRatings, type Schedule } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  OUTCOME_REASONS,
  RULE_SET_IDS,
  SIDES,
  type Side,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { batchedOn } from '../../store/batched.ts'
import { decodePlayer, oneOf } from '../../store/decode.ts'
import { MAX_ID } from '../../store/page.ts'
import { isTransaction, type Tx } from '../../store/transaction.ts'
import { offerView } from './draw-offer-store.ts'
import type { GameRow } from './game.ts'

/** From and until, in milliseconds. */
type IntervalPair = [number, number]

interface Columns {
  id: number
  rules: string
  rulesRevision: number
  status: string
  version: number
  turn: string | null
  ply: number
  position: string
  lastMove: string | null
  clock: Clock
  vacation: boolean
  whiteSchedule: Schedule
  blackSchedule: Schedule
  whiteVacations: IntervalPair[] | null
  blackVacations: IntervalPair[] | null
  clockSince: Date | null
  deadline: Date | null
  whiteRemainingMs: number
  blackRemainingMs: number
  winner: string | null
  reason: string | null
  rated: boolean
  ratings: GameRatings | null
  tournamentId: number | null
  tournamentName: string
  season: number | null
  division: number | null
  stage: number
  groupNr: number
  ladder: boolean
  createdAt: Date
  updatedAt: Date
  endedAt: Date | null
  whiteId: number
  whiteName: string
  whiteKind: string
  blackId: number
  blackName: string
  blackKind: string
  offerId: number | null
  offerBy: string
  offerPly: number
  offerGround: string | null
  offerNumbers: number[]
  offeredAt: Date
  claimId: number | null
  claimBy: string
}

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

const COLUMNS = Prisma.sql`
  g.id, g.rules, g.rules_revision AS "rulesRevision", g.status::text, g.version, g.turn::text, g.ply, g.position,
  g.last_move AS "lastMove", g.clock, g.vacation, g.white_schedule AS "whiteSchedule", g.black_schedule AS "blackSchedule",
  ${vacationsOf(Prisma.sql`g.white_id`)} AS "whiteVacations", ${vacationsOf(Prisma.sql`g.black_id`)} AS "blackVacations",
  g.clock_since AS "clockSince", g.deadline, g.white_remaining_ms::float8 AS "whiteRemainingMs",
  g.black_remaining_ms::float8 AS "blackRemainingMs", g.winner::text, g.reason, g.rated,
  ${RATINGS} AS ratings, g.created_at AS "createdAt", g.updated_at AS "updatedAt", ${ENDED_AT} AS "endedAt",
  t.id AS "tournamentId", t.name AS "tournamentName", t.season, t.division, g.stage, g.group_nr AS "groupNr", g.ladder,
  w.id AS "whiteId", w.username AS "whiteName", w.kind::text AS "whiteKind",
  b.id AS "blackId", b.username AS "blackName", b.kind::text AS "blackKind",
  o.id AS "offerId", o.by::text AS "offerBy", o.ply AS "offerPly", o.ground AS "offerGround",
  o.numbers AS "offerNumbers", o.created_at AS "offeredAt", c.id AS "claimId", c.by::text AS "claimBy"`

const JOINS = Prisma.sql`
  JOIN players w ON w.id = g.white_id JOIN players b ON b.id = g.black_id
  LEFT JOIN draw_offers o ON o.game_id = g.id AND o.state = 'open'
  LEFT JOIN tournaments t ON t.id = g.tournament_id
  LEFT JOIN claims c ON c.game_id = g.id AND c.state = 'open'`

function decodeGame(row: Columns): GameRow {
  return {
    id: row.id,
    rules: oneOf(RULE_SET_IDS, row.rules),
    rulesRevision: row.rulesRevision,
    status: oneOf(GAME_STATUSES, row.status),
    version: row.version,
    white: decodePlayer({ id: row.whiteId, username: row.whiteName, kind: row.whiteKind }),
    black: decodePlayer({ id: row.blackId, username: row.blackName, kind: row.blackKind }),
    turn: decodeSide(row.turn),
    ply: row.ply,
    position: trustedPosition(row.position),
    lastMove: row.lastMove === null ? null : trustedMove(row.lastMove),
    clock: row.clock,
    vacation: row.vacation,
    schedules: { white: row.whiteSchedule, black: row.blackSchedule },
    vacations: { white: decodeIntervals(row.whiteVacations), black: decodeIntervals(row.blackVacations) },
    clockSince: row.clockSince,
    deadline: row.deadline,
    whiteRemainingMs: row.whiteRemainingMs,
    blackRemainingMs: row.blackRemainingMs,
    winner: decodeSide(row.winner),
    reason: row.reason === null ? null : oneOf(OUTCOME_REASONS, row.reason),
    drawOffer: row.offerId === null ? null : openOffer(row, row.offerId),
    openClaim: row.claimId === null ? null : { id: row.claimId, by: oneOf(SIDES, row.claimBy) },
    rated: row.rated,
    ratings: row.ratings,
    tournament:
      row.tournamentId === null
        ? null
        : {
            ...{ id: row.tournamentId, name: row.tournamentName, stage: row.stage, group: row.groupNr },
            ...(row.season !== null && { league: { season: row.season, division: row.division! } }),
          },
    ladder: row.ladder,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    endedAt: row.endedAt,
  }
}

const decodeSide = (side: string | null): Side | null => (side === null ? null : oneOf(SIDES, side))

const decodeIntervals = (pairs: IntervalPair[] | null): Interval[] =>
  (pairs ?? []).map(([from, until]) => ({ from, until }))

const openOffer = (row: Columns, id: number) =>
  offerView({
    id,
    gameId: row.id,
    by: oneOf(SIDES, row.offerBy),
    ply: row.offerPly,
    ground: row.offerGround,
    numbers: row.offerNumbers,
    state: 'open',
    createdAt: row.offeredAt,
    closedAt: null,
  })

/**
 * Reads games.
 * @param from an SQL expression of rows of `games` named `g`
 * @param rest conditions, order and limit; the open offer is `o`, the open claim `c`
 */
export async function queryGames(tx: Tx, from: Prisma.Sql, rest: Prisma.Sql): Promise<GameRow[]> {
  const rows = await tx.$queryRaw<Columns[]>`SELECT ${COLUMNS} FROM ${from} ${JOINS} ${rest}`
  return rows.map(decodeGame)
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
  if (ids.length === 1) return [await readOne(tx, ids[0]!)]
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
      WHERE NOT EXISTS (SELECT FROM events e WHERE e.game_id = g.id AND e.version = g.version) ORDER BY g.id`,
  )

/** The games with these ids, in that order. */
export function readGames(tx: Tx, ids: readonly number[]): Promise<GameRow[]> {
  const wanted = Prisma.sql`unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted (id, nr) JOIN games g ON g.id = wanted.id`
  return queryGames(tx, wanted, Prisma.sql`ORDER BY wanted.nr`)
}
