import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { readRow } from '../store/read-rows.ts'
import type { Db } from '../store/transaction.ts'

/** Whether a challenge or a turn waits for one of these bots. */
export async function isBotAwaited(db: Db, ids: readonly number[]): Promise<boolean> {
  const { awaited } = await readRow(
    db,
    z.object({ awaited: z.boolean() }),
    Prisma.sql`
      SELECT EXISTS (SELECT FROM challenges WHERE state = 'open' AND opponent_id = ANY(${ids}))
        OR EXISTS (SELECT FROM games WHERE status = 'active' AND turn = 'white' AND white_id = ANY(${ids}))
        OR EXISTS (SELECT FROM games WHERE status = 'active' AND turn = 'black' AND black_id = ANY(${ids})) AS awaited`,
  )
  return awaited
}

/** How many games a bot has running, without those against guests. */
export const countGamesOfBot = (db: Db, id: number): Promise<number> =>
  db.game.count({
    where: {
      status: 'active',
      OR: [
        { whiteId: id, black: { kind: { not: 'guest' } } },
        { blackId: id, white: { kind: { not: 'guest' } } },
      ],
    },
  })
