import { LEADERBOARD_DAYS, playerSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { PERIODS_PER_DAY, PROVISIONAL_DEVIATION, SCALE } from '@tegenzet/ratings'
import type { RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { membersOfClub } from '../../accounts/players/members-of-club.ts'
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

const isListed = ({ rules, kind, club }: List): Prisma.Sql => Prisma.sql`
  r.rules = ${rules} AND r.kind = ${kind}::player_kind
  ${club === undefined ? Prisma.empty : Prisma.sql`AND r.player_id IN (${membersOfClub(club)})`}`

/** By the partial index on `player_ratings`. Its condition must be repeated as a literal. */
const isRanked = (list: List): Prisma.Sql => Prisma.sql`${isListed(list)}
  AND r.deviation < ${Prisma.raw(String(PROVISIONAL_DEVIATION))}
  AND ${isRecent(list.at)} AND NOT (${isProvisionalAt(list.at)})`

const read = (db: Db, condition: Prisma.Sql, limit: number): Promise<LeaderRow[]> =>
  readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT ${playerColumns('user')}, r.rating, r.deviation, r.volatility, r.games, r.last_game_at AS "lastGameAt"
      FROM player_ratings r JOIN players "user" ON "user".id = r.player_id AND "user".kind = r.kind
      WHERE ${condition} ORDER BY r.rating DESC, r.player_id LIMIT ${limit}`,
  )

/** Players with a place, the highest rating first. */
export const readRanked = (
  db: Db,
  list: List,
  { more, limit }: { more: Prisma.Sql; limit: number },
): Promise<LeaderRow[]> => read(db, Prisma.sql`${isRanked(list)} ${more}`, limit)

/** Players without a place because their rating is provisional, the highest first. */
export const readProvisional = (db: Db, list: List, limit: number): Promise<LeaderRow[]> =>
  read(db, Prisma.sql`${isListed(list)} AND ${isRecent(list.at)} AND (${isProvisionalAt(list.at)})`, limit)

/** How many players have a place above a rating. */
export async function countAbove(db: Db, list: List, rating: number): Promise<number> {
  const { count } = await readRow(
    db,
    z.object({ count: z.int() }),
    Prisma.sql`
      SELECT count(*)::int AS count
      FROM player_ratings r JOIN players p ON p.id = r.player_id AND p.kind = r.kind
      WHERE ${isRanked(list)} AND r.rating > ${rating}::float8`,
  )
  return count
}
