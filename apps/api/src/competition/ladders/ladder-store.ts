import {
  LADDER_IDLE_DAYS,
  LADDER_REMATCH_DAYS,
  type LadderPlace,
  MAX_LADDER_CHALLENGES,
  playerSchema,
  type UnchallengeableReason,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { canChallenge } from '@tegenzet/tournaments'
import { z } from 'zod'
import { isBarred } from '../../accounts/access/barred.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { awayUntil } from '../../play/vacations/vacation-row.ts'
import { readRow, readRows } from '../../store/read-rows.ts'
import type { Db, Tx } from '../../store/transaction.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS)

/** The first key of the ladders' advisory locks; the second is the rule set. An arbitrary number. */
const LOCK = 1_207_116

/** Locks a ladder until the end of the transaction: every change of places and every challenge does this first. */
export const lockLadder = (tx: Tx, rules: RuleSetId) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::int, hashtext(${rules}))`

/** Whether proven draws are a term of games that begin now. */
export async function readProvenDraws(db: Db, rules: RuleSetId): Promise<boolean> {
  const terms = await db.ladderTerms.findUnique({ where: { rules } })
  return terms?.provenDraws ?? false
}

export const countPlaces = (db: Db, rules: RuleSetId): Promise<number> =>
  db.ladderEntry.count({ where: { rules } })

/** How many players are up to a place of the table, which may come after gaps. By the index on places. */
const placesUpTo = (rules: RuleSetId, place: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM ladder_entries a WHERE a.rules = ${rules} AND a.place <= ${place})`

const rowSchema = z.object({
  place: z.int(),
  /** The place in the table: the ladder's order. */
  key: z.int(),
  user: playerSchema,
  since: z.date(),
  running: z.int(),
  /** Running games as challenger, and as the challenged one. Those begun long ago do not count. */
  challenging: z.int(),
  challenged: z.int(),
  /** Whether the player may not start games. */
  barred: z.boolean(),
  awayUntil: z.date().nullable(),
  /** Whether a game against the reader is running on this ladder, and when the last one ended. */
  meeting: z.boolean(),
  metAt: z.date().nullable(),
})
export type LadderRow = z.output<typeof rowSchema>

/** Whether a game, named `g`, is running. */
const RUNNING = Prisma.sql`g.status IN ('active', 'claimed')`

interface Reading {
  rules: RuleSetId
  /** The player who reads; null: somebody who is not logged in. */
  readerId: number | null
  at: Date
}

/**
 * Reads consecutive places, the top first.
 * @param first how many players are above the first of them
 * @param rest conditions on the row `e`
 */
function queryPlaces(
  db: Db,
  { rules, readerId, at }: Reading,
  { first, rest, limit }: { first: Prisma.Sql; rest: Prisma.Sql; limit: number },
): Promise<LadderRow[]> {
  const countsSince = daysBefore(at, LADDER_IDLE_DAYS)
  return readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT above + nr AS place, e.place AS key, ${playerColumns('user')}, e.entered_at AS since, own.running, own.challenging, own.challenged,
        ${isBarred(Prisma.sql`e.player_id`, at)} AS barred,
        ${awayUntil(Prisma.sql`e.player_id`, at)} AS "awayUntil", pair.meeting, pair."metAt"
      FROM (
        SELECT e.*, (row_number() OVER (ORDER BY e.place))::int AS nr, ${first} AS above FROM ladder_entries e
        WHERE e.rules = ${rules} AND ${rest} ORDER BY e.place LIMIT ${limit}
      ) e JOIN players "user" ON "user".id = e.player_id,
      LATERAL (
        SELECT count(*)::int AS running,
          (count(*) FILTER (WHERE l.challenger_id = e.player_id AND l.begun_at > ${countsSince}::timestamptz))::int
            AS challenging,
          (count(*) FILTER (WHERE l.challenged_id = e.player_id AND l.begun_at > ${countsSince}::timestamptz))::int
            AS challenged
        FROM ladder_games l JOIN games g ON g.id = l.game_id
        WHERE l.rules = e.rules AND e.player_id IN (l.challenger_id, l.challenged_id) AND l.settled_at IS NULL
          AND ${RUNNING}
      ) own,
      LATERAL (
        SELECT coalesce(bool_or(${RUNNING}), false) AS meeting, max(g.ended_at) AS "metAt"
        FROM ladder_games l JOIN games g ON g.id = l.game_id
        WHERE l.rules = e.rules AND ((l.challenger_id = e.player_id AND l.challenged_id = ${readerId}::int)
          OR (l.challenger_id = ${readerId}::int AND l.challenged_id = e.player_id))
      ) pair ORDER BY e.place`,
  )
}

/** The places after a key. */
export const readPlacesAfter = (db: Db, reading: Reading, key: number, limit: number): Promise<LadderRow[]> =>
  queryPlaces(db, reading, {
    first: placesUpTo(reading.rules, Prisma.sql`${key}`),
    rest: Prisma.sql`e.place > ${key}`,
    limit,
  })

export async function readPlace(db: Db, reading: Reading, playerId: number): Promise<LadderRow | undefined> {
  const [row] = await queryPlaces(db, reading, {
    first: placesUpTo(reading.rules, Prisma.sql`e.place - 1`),
    rest: Prisma.sql`e.player_id = ${playerId}`,
    limit: 1,
  })
  return row
}

/** A player's place, without what else is shown of it. */
export async function countPlace(db: Db, rules: RuleSetId, playerId: number): Promise<number> {
  const { place } = await readRow(
    db,
    rowSchema.pick({ place: true }),
    Prisma.sql`
      SELECT ${placesUpTo(rules, Prisma.sql`e.place`)} AS place FROM ladder_entries e
      WHERE e.rules = ${rules} AND e.player_id = ${playerId}`,
  )
  return place
}

/** When the reader and this player may meet again on this ladder; null if they have not met. */
export const meetAgainAt = ({ metAt }: LadderRow): Date | null =>
  metAt && daysBefore(metAt, -LADDER_REMATCH_DAYS)

/** Why a player cannot challenge another one now; null if they can. */
export function whyNot(
  reader: LadderRow | undefined,
  other: LadderRow,
  length: number,
  at: Date,
): UnchallengeableReason | null {
  if (!reader) return 'not-entered'
  if (other.place === reader.place) return 'yourself'
  if (other.place > reader.place) return 'below'
  if (!canChallenge(reader.place, other.place, length)) return 'too-far-above'
  if (reader.barred) return 'restricted'
  if (other.barred) return 'opponent-restricted'
  if (other.awayUntil) return 'on-vacation'
  if (other.meeting || (meetAgainAt(other) ?? at) > at) return 'met-recently'
  if (reader.challenging >= MAX_LADDER_CHALLENGES) return 'too-many-challenges'
  if (other.challenged >= MAX_LADDER_CHALLENGES) return 'opponent-busy'
  return null
}

/** A place as its reader sees it. */
export function placeView(
  reader: LadderRow | undefined,
  row: LadderRow,
  length: number,
  at: Date,
): LadderPlace {
  const reason = whyNot(reader, row, length, at)
  const endsAt =
    reason === 'on-vacation'
      ? row.awayUntil
      : reason === 'met-recently' && !row.meeting
        ? meetAgainAt(row)
        : null
  return {
    place: row.place,
    user: row.user,
    since: row.since.toISOString(),
    running: row.running,
    challengeable: reason === null,
    reason,
    challengeableAt: endsAt?.toISOString() ?? null,
  }
}
