import { MIN_PACE_MOVES, PACE_GAMES, type User } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { latestGames, OWN_MOVE } from './latest-games.ts'

const rowSchema = z.object({ medianMs: z.number().nullable(), moves: z.int() })

/** How long a player takes for a move. The median, because a single vacation would dominate the mean. */
export async function readPace(tx: Tx, playerId: number): Promise<User['pace']> {
  const [pace] = await readRows(
    tx,
    rowSchema,
    Prisma.sql`
      SELECT count(*)::int AS moves,
        percentile_cont(0.5) WITHIN GROUP (
          ORDER BY 1000 * extract(epoch FROM move.played_at - before.played_at)::float8) AS "medianMs"
      FROM ${latestGames(playerId, PACE_GAMES, Prisma.sql`status <> 'cancelled'`)}
      JOIN moves move ON move.game_id = game.id AND ${OWN_MOVE}
      JOIN moves before ON before.game_id = game.id AND before.ply = move.ply - 1`,
  )
  if (!pace || pace.medianMs === null || pace.moves < MIN_PACE_MOVES) return null
  return { medianMs: Math.round(pace.medianMs), moves: pace.moves }
}
