import { ok, type Result } from '@tegenzet/common'
import type { AccountPuzzles, accountPuzzlesQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { grow, isProvisional } from '@tegenzet/ratings'
import { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyMoment, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { findPuzzles } from './find-puzzles.ts'
import { readFinished } from './puzzle-store.ts'
import { streakOf } from './streak.ts'

interface ListOwnPuzzles {
  playerId: number
  query: z.output<typeof accountPuzzlesQuery>
  at: Date
}

/** The puzzles that a player has finished, with rating and streak. */
export async function listOwnPuzzles(
  db: Db,
  { playerId, query: { limit, cursor }, at }: ListOwnPuzzles,
): Promise<Result<AccountPuzzles, Refusal>> {
  const before = decodeCursor(cursor, keyMoment)
  if (!before.ok) return before
  const rows = await readFinished(
    db,
    playerId,
    limit + 1,
    before.value === undefined ? null : new Date(before.value),
  )
  const [latest] = await readFinished(db, playerId, 1)
  const days = await readRows(
    db,
    z.object({ day: z.int(), tried: z.int(), solved: z.int() }),
    Prisma.sql`
      SELECT floor(extract(epoch FROM finished_at) / 86400)::int AS day, count(*)::int AS tried,
        count(*) FILTER (WHERE solved)::int AS solved
      FROM puzzle_attempts WHERE player_id = ${playerId} AND finished_at IS NOT NULL GROUP BY day ORDER BY day`,
  )
  const sum = (of: 'tried' | 'solved') => days.reduce((total, day) => total + day[of], 0)
  const puzzles = await findPuzzles(
    db,
    rows.map(({ puzzleId }) => puzzleId),
  )
  const page = pageOf(
    rows,
    limit,
    ({ finishedAt }) => finishedAt.getTime(),
    ({ puzzleId, solved, finishedAt, ratingBefore, rating }) => ({
      id: puzzleId,
      rules: puzzles.get(puzzleId)?.rules ?? null,
      solved,
      finishedAt: finishedAt.toISOString(),
      rating,
      change: rating - ratingBefore,
    }),
  )
  const rating = latest && grow(latest, at.getTime() - latest.finishedAt.getTime())
  return ok({
    ...page,
    rating: rating
      ? { rating: rating.rating, deviation: rating.deviation, provisional: isProvisional(rating) }
      : null,
    solved: sum('solved'),
    tried: sum('tried'),
    streak: streakOf(
      days.filter(({ solved }) => solved > 0).map(({ day }) => day),
      at,
    ),
  })
}
