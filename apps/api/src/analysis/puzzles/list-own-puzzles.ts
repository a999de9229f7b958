import type { AccountPuzzles, accountPuzzlesQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { grow, isProvisional } from '@tegenzet/ratings'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyMoment, pageOf } from '../../store/page.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { readGamePuzzles } from './game-puzzle-store.ts'
import { readFinished } from './puzzle-store.ts'
import { shippedPuzzles } from './shipped-puzzles.ts'
import { streakOf } from './streak.ts'

export interface ListOwnPuzzles {
  playerId: number
  query: z.output<typeof accountPuzzlesQuery>
  at: Date
}

/** The puzzles that a player has finished, with rating and streak. */
export async function listOwnPuzzles(
  tx: Tx,
  { playerId, query: { limit, cursor }, at }: ListOwnPuzzles,
): Promise<Result<AccountPuzzles, Refusal>> {
  const before = decodeCursor(cursor, keyMoment)
  if (!before.ok) return before
  const rows = await readFinished(
    tx,
    playerId,
    limit + 1,
    before.value === undefined ? null : new Date(before.value),
  )
  const [latest] = await readFinished(tx, playerId, 1)
  const [solved, tried] = await Promise.all([
    tx.puzzleAttempt.count({ where: { playerId, solved: true } }),
    tx.puzzleAttempt.count({ where: { playerId, finishedAt: { not: null } } }),
  ])
  const days = await readRows(
    tx,
    z.object({ day: z.int() }),
    Prisma.sql`
      SELECT DISTINCT floor(extract(epoch FROM finished_at) / 86400)::int AS day FROM puzzle_attempts
      WHERE player_id = ${playerId} AND solved ORDER BY day`,
  )
  const fromGames = await readGamePuzzles(
    tx,
    rows.map(({ puzzleId }) => puzzleId).filter((id) => !shippedPuzzles().has(id)),
  )
  const rulesOf = new Map(fromGames.map(({ id, rules }) => [id, rules]))
  const page = pageOf(
    rows,
    limit,
    ({ finishedAt }) => finishedAt.getTime(),
    ({ puzzleId, solved, finishedAt, ratingBefore, rating }) => ({
      id: puzzleId,
      rules: shippedPuzzles().get(puzzleId)?.rules ?? rulesOf.get(puzzleId) ?? null,
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
    solved,
    tried,
    streak: streakOf(
      days.map(({ day }) => day),
      at,
    ),
  })
}
