import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { type Refused, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const HOUR = 60 * 60 * 1000

const shortGameSchema = z.object({
  id: z.int(),
  opponent: z.string(),
  deadline: z.date(),
  vacation: z.boolean(),
})

/**
 * Refuses a vacation that begins with less than an hour left in several games, because they would be lost right after
 * it. The player confirms it with `anyway`.
 */
export async function littleTimeLeft(db: Db, playerId: number, from: Date): Promise<Refused | null> {
  const within = new Date(from.getTime() + HOUR)
  const games = await readRows(
    db,
    shortGameSchema,
    Prisma.sql`
    SELECT g.id, g.deadline, g.vacation, p.username AS opponent
    FROM (
      SELECT *, black_id AS opponent_id FROM games WHERE white_id = ${playerId} AND status = 'active' AND turn = 'white'
      UNION ALL
      SELECT *, white_id FROM games WHERE black_id = ${playerId} AND status = 'active' AND turn = 'black'
    ) g JOIN players p ON p.id = g.opponent_id
    WHERE g.deadline >= ${from}::timestamptz AND g.deadline < ${within}::timestamptz
    ORDER BY g.deadline, g.id`,
  )
  if (games.length < 2) return null
  return refuse(
    'little-time-left',
    `You have less than an hour left in ${games.length} games: send \`anyway\` to begin anyway.`,
    { games: games.map((game) => ({ ...game, deadline: game.deadline.toISOString() })) },
  )
}
