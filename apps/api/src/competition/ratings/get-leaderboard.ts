import { LEADERBOARD_DAYS, playerSchema, type RankedPlayer } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { PROVISIONAL_DEVIATION } from '@tegenzet/ratings'
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
  games: z.int(),
})

/** The last row of a page: its rating and player, its place, and how many rows there are up to it. */
const cursorSchema = z.tuple([z.number(), keyId, keyId, keyId])

/** Players by rating, by the partial index on `player_ratings`. Its condition must be repeated as a literal. */
export async function getLeaderboard(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { rules, kind, limit, cursor }: Leaderboard,
): Promise<Result<Page<RankedPlayer>, Refusal>> {
  const after = decodeCursor(cursor, cursorSchema)
  if (!after.ok) return after
  const [lastRating = null, lastId = 0, lastPlace = 0, before = 0] = after.value ?? []
  const since = new Date(now().getTime() - LEADERBOARD_DAYS * DAY_MS)
  const rows = await readRows(
    tx,
    rowSchema,
    Prisma.sql`
      SELECT ${playerColumns('user')}, r.rating, r.deviation, r.games
      FROM player_ratings r JOIN players "user" ON "user".id = r.player_id AND "user".kind = r.kind
      WHERE r.rules = ${rules} AND r.kind = ${kind}::player_kind
        AND r.deviation < ${Prisma.raw(String(PROVISIONAL_DEVIATION))}
        AND r.last_game_at >= ${since}::timestamptz
        ${
          lastRating === null
            ? Prisma.empty
            : Prisma.sql`AND r.rating <= ${lastRating}::float8
                AND (r.rating < ${lastRating}::float8 OR r.player_id > ${lastId})`
        }
      ORDER BY r.rating DESC, r.player_id LIMIT ${limit + 1}`,
  )
  let place = lastPlace
  const ranked = rows.map((row, n): RankedPlayer & { position: number } => {
    if (row.rating !== (n === 0 ? lastRating : rows[n - 1]!.rating)) place = before + n + 1
    return { place, ...row, position: before + n + 1 }
  })
  return ok(
    pageOf(
      ranked,
      limit,
      ({ rating, user, place, position }) => [rating, user.id, place, position],
      ({ position: _position, ...row }) => row,
    ),
  )
}
