import type { ProfileFact, Relation } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { COUNTED_SQL } from '../../play/game/counted-games.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'

const SCORE: ProfileFact = 'score'
const rowSchema = z.object({ won: z.int(), lost: z.int(), drawn: z.int() })

/** A player's finished games against another, counted in one index for each side. null unless the other shows it. */
export async function readScore(tx: Tx, playerId: number, opponentId: number): Promise<Relation['score']> {
  const account = await tx.account.findFirst({
    where: { playerId: opponentId, profileShows: { has: SCORE } },
    select: { id: true },
  })
  if (!account || playerId === opponentId) return null
  const [score] = await readRows(
    tx,
    rowSchema,
    Prisma.sql`
      SELECT count(*) FILTER (WHERE winner = side)::int AS won, count(*) FILTER (WHERE winner <> side)::int AS lost,
        count(*) FILTER (WHERE winner IS NULL)::int AS drawn
      FROM (
        SELECT winner, 'white'::side AS side FROM games
        WHERE white_id = ${playerId} AND black_id = ${opponentId} AND ${COUNTED_SQL}
        UNION ALL
        SELECT winner, 'black'::side FROM games
        WHERE black_id = ${playerId} AND white_id = ${opponentId} AND ${COUNTED_SQL}
      ) g`,
  )
  return score!
}
