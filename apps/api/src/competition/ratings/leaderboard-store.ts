import { LEADERBOARD_DAYS, playerSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { PERIODS_PER_DAY, PROVISIONAL_DEVIATION, SCALE } from '@tegenzet/ratings'
import type { RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { isLargeClub, isMemberOf, LOOKED_AT, membersOfClub } from '../../accounts/players/members-of-club.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { readRow, readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** A leaderboard as it is at a moment. */
export interface List {
  rules: RuleSetId
  kind: 'human' | 'bot'
  /** Only members of the club with this slug. */
  club: string | undefined
  at: Date
}

const DAY_MS = 24 * 60 * 60 * 1000

const rowSchema = z.object({
  user: playerSchema,
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
  games: z.int(),
  lastGameAt: z.date(),
})
export type LeaderRow = z.output<typeof rowSchema>

/** Whether a rating, named `r`, is provisional at a moment: `grow` in SQL, without the roots. */
export const isProvisionalAt = (at: Date): Prisma.Sql => Prisma.sql`r.deviation * r.deviation
  + (${SCALE}::float8 * r.volatility) ^ 2 * ${PERIODS_PER_DAY}::float8
    * greatest(0, extract(epoch FROM ${at}::timestamptz - r.last_game_at)::float8) / 86400
  >= (${PROVISIONAL_DEVIATION}::float8) ^ 2`

const isRecent = (at: Date): Prisma.Sql =>
  Prisma.sql`r.last_game_at >= ${new Date(at.getTime() - LEADERBOARD_DAYS * DAY_MS)}::timestamptz`

const isListed = ({ rules, kind }: List): Prisma.Sql =>
  Prisma.sql`r.rules = ${rules} AND r.kind = ${kind}::player_kind`

/** By the partial index on `player_ratings`. Its condition must be repeated as a literal. */
const isRanked = (list: List): Prisma.Sql => Prisma.sql`${isListed(list)}
  AND r.deviation < ${Prisma.raw(String(PROVISIONAL_DEVIATION))}
  AND ${isRecent(list.at)} AND NOT (${isProvisionalAt(list.at)})`

const ORDER = Prisma.sql`r.rating DESC, r.player_id`

/** The ratings of a list, sorted. */
const ofAll = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT * FROM player_ratings r WHERE ${condition} ORDER BY ${ORDER}`

/** Those of a club's members among the first. */
const amongFirst = (club: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT * FROM (${ofAll(condition)} LIMIT ${LOOKED_AT}) r
  WHERE ${isMemberOf(club, Prisma.sql`r.player_id`)} ORDER BY ${ORDER}`

/** Those of a club's members, at most 2,000 people. OFFSET keeps Postgres from looking for each rating among them. */
const ofEachMember = (club: string, { rules }: List, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT r.* FROM (${membersOfClub(club)}) m
    CROSS JOIN LATERAL (SELECT * FROM player_ratings WHERE player_id = m.player_id AND rules = ${rules} OFFSET 0) r
  WHERE ${condition} ORDER BY ${ORDER}`

async function read(db: Db, list: List, condition: Prisma.Sql, limit: number): Promise<LeaderRow[]> {
  const { club } = list
  const readFrom = (ratings: Prisma.Sql) =>
    readRows(
      db,
      rowSchema,
      Prisma.sql`
        SELECT ${playerColumns('user')}, r.rating, r.deviation, r.volatility, r.games, r.last_game_at AS "lastGameAt"
        FROM (${ratings}) r JOIN players "user" ON "user".id = r.player_id AND "user".kind = r.kind
        ORDER BY ${ORDER} LIMIT ${limit}`,
    )
  if (club === undefined) return readFrom(ofAll(condition))
  if (!(await isLargeClub(db, club))) return readFrom(ofEachMember(club, list, condition))
  const rows = await readFrom(amongFirst(club, condition))
  if (rows.length === limit || !(await hasMore(db, condition))) return rows
  return readFrom(ofEachMember(club, list, condition))
}

/** Whether there are ratings after the first. */
async function hasMore(db: Db, condition: Prisma.Sql): Promise<boolean> {
  const { more } = await readRow(
    db,
    z.object({ more: z.boolean() }),
    Prisma.sql`SELECT EXISTS (${ofAll(condition)} OFFSET ${LOOKED_AT} LIMIT 1) AS more`,
  )
  return more
}

/** Players with a place, the highest rating first. */
export const readRanked = (
  db: Db,
  list: List,
  { last, limit }: { last: Mark | undefined; limit: number },
): Promise<LeaderRow[]> =>
  read(db, list, Prisma.sql`${isRanked(list)} ${last ? isAfter(last) : Prisma.empty}`, limit)

/** Players without a place because their rating is provisional, the highest first. */
export const readProvisional = (db: Db, list: List, limit: number): Promise<LeaderRow[]> =>
  read(
    db,
    list,
    Prisma.sql`${isListed(list)} AND ${isRecent(list.at)} AND (${isProvisionalAt(list.at)})`,
    limit,
  )

const markSchema = z.object({ rating: z.number(), playerId: z.int() })
/** A row of a list whose position is known. */
export type Mark = z.output<typeof markSchema>

/** The rows after one of them, in the order of a list. */
const isAfter = ({ rating, playerId }: Mark): Prisma.Sql => Prisma.sql`
  AND r.rating <= ${rating}::float8 AND (r.rating < ${rating}::float8 OR r.player_id > ${playerId})`

/** How many players have a place above a rating, of all or of those after a mark. */
export async function countAbove(
  db: Db,
  list: List,
  rating: number,
  mark: Mark | undefined,
): Promise<number> {
  const condition = Prisma.sql`${isRanked(list)} AND r.rating > ${rating}::float8 ${mark ? isAfter(mark) : Prisma.empty}`
  const ratings = list.club === undefined ? ofAll(condition) : ofEachMember(list.club, list, condition)
  const { count } = await readRow(
    db,
    z.object({ count: z.int() }),
    Prisma.sql`
      SELECT count(*)::int AS count FROM (${ratings}) r JOIN players p ON p.id = r.player_id AND p.kind = r.kind`,
  )
  return count
}

/** Every so many rows of everybody's list one, the first after `step - 1` others. */
export const readMarks = (db: Db, list: List, step: number): Promise<Mark[]> =>
  readRows(
    db,
    markSchema,
    Prisma.sql`
      SELECT rating, player_id AS "playerId" FROM (
        SELECT r.rating, r.player_id, row_number() OVER (ORDER BY ${ORDER}) AS position
        FROM (${ofAll(isRanked(list))}) r JOIN players p ON p.id = r.player_id AND p.kind = r.kind
      ) ranked WHERE position % ${step} = 0 ORDER BY position`,
  )
