import { LEADERBOARD_DAYS, playerSchema, type RankedPlayer } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { grow, PERIODS_PER_DAY, PROVISIONAL_DEVIATION, SCALE } from '@tegenzet/ratings'
import { ok, type Result, type RuleSetId } from '@tegenzet/rules'
import { z } from 'zod'
import { playerColumns } from '../../accounts/people/player-columns.ts'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'

interface Leaderboard {
  rules: RuleSetId
  kind: 'human' | 'bot'
  limit: number
  cursor?: string | undefined
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

/** The last row of a page: its rating and player, its place, and how many rows there are up to it. */
const cursorSchema = z.tuple([z.number(), keyId, keyId, keyId])

/** Whether a rating, named `r`, is provisional at a moment: `grow` in SQL, without the roots. */
export const isProvisionalAt = (at: Date): Prisma.Sql => Prisma.sql`r.deviation * r.deviation
  + (${SCALE}::float8 * r.volatility) ^ 2 * ${PERIODS_PER_DAY}::float8
    * greatest(0, extract(epoch FROM ${at}::timestamptz - r.last_game_at)::float8) / 86400
  >= (${PROVISIONAL_DEVIATION}::float8) ^ 2`

/** Players by rating, by the partial index on `player_ratings`. Its condition must be repeated as a literal. */
export async function getLeaderboard(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { rules, kind, limit, cursor }: Leaderboard,
): Promise<Result<Page<RankedPlayer>, Refusal>> {
  const after = decodeCursor(cursor, cursorSchema)
  if (!after.ok) return after
  const [lastRating = null, lastId = 0, lastPlace = 0, before = 0] = after.value ?? []
  const at = now()
  const since = new Date(at.getTime() - LEADERBOARD_DAYS * DAY_MS)
  const rows = await readRows(
    tx,
    rowSchema,
    Prisma.sql`
      SELECT ${playerColumns('user')}, r.rating, r.deviation, r.volatility, r.games, r.last_game_at AS "lastGameAt"
      FROM player_ratings r JOIN players "user" ON "user".id = r.player_id AND "user".kind = r.kind
      WHERE r.rules = ${rules} AND r.kind = ${kind}::player_kind
        AND r.deviation < ${Prisma.raw(String(PROVISIONAL_DEVIATION))}
        AND r.last_game_at >= ${since}::timestamptz AND NOT (${isProvisionalAt(at)})
        ${
          lastRating === null
            ? Prisma.empty
            : Prisma.sql`AND r.rating <= ${lastRating}::float8
                AND (r.rating < ${lastRating}::float8 OR r.player_id > ${lastId})`
        }
      ORDER BY r.rating DESC, r.player_id LIMIT ${limit + 1}`,
  )
  let place = lastPlace
  const ranked = rows.map(
    ({ user, games, lastGameAt, ...stored }, n): RankedPlayer & { position: number } => {
      const { rating, deviation } = grow(stored, at.getTime() - lastGameAt.getTime())
      if (rating !== (n === 0 ? lastRating : rows[n - 1]!.rating)) place = before + n + 1
      return { place, user, rating, deviation, games, position: before + n + 1 }
    },
  )
  return ok(
    pageOf(
      ranked,
      limit,
      ({ rating, user, place, position }) => [rating, user.id, place, position],
      ({ position: _position, ...row }) => row,
    ),
  )
}
