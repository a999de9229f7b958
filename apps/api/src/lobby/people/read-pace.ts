import { MIN_PACE_MOVES, PACE_GAMES, type User } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { latestGames, OWN_MOVE } from './latest-games.ts'

const rowSchema = z.object({ medianMs: z.number().nullable(), moves: z.int() })

/** How long a player takes for a move. The median, because a single vacation would dominate the mean. */
export async function readPace(db: Db, playerId: number): Promise<User['pace']> {
  const [pace] = await readRows(
    db,
    rowSchema,
    Prisma.sql`
      SELECT count(took)::int AS moves,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY 1000 * extract(epoch FROM took)::float8) AS "medianMs"
      FROM ${latestGames(playerId, PACE_GAMES, Prisma.sql`status <> 'cancelled'`)}
      JOIN LATERAL (
        SELECT ply, played_at - lag(played_at) OVER (ORDER BY ply) AS took FROM moves_of(game.id)
      ) move ON ${OWN_MOVE}`,
  )
  if (!pace || pace.medianMs === null || pace.moves < MIN_PACE_MOVES) return null
  return { medianMs: Math.round(pace.medianMs), moves: pace.moves }
}
