import type { ProfileFact, Relation } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { resultsAgainst } from '../../play/results/results.ts'
import { readRow } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

const SCORE: ProfileFact = 'score'
const rowSchema = z.object({ won: z.int(), lost: z.int(), drawn: z.int() })

/** A player's finished games against another. null unless the other shows it. */
export async function readScore(db: Db, playerId: number, opponentId: number): Promise<Relation['score']> {
  const account = await db.account.findFirst({
    where: { playerId: opponentId, profileShows: { has: SCORE } },
    select: { id: true },
  })
  if (!account || playerId === opponentId) return null
  return readRow(
    db,
    rowSchema,
    Prisma.sql`
      SELECT coalesce(sum(won), 0)::int AS won, coalesce(sum(lost), 0)::int AS lost, coalesce(sum(drawn), 0)::int AS drawn
      FROM ${resultsAgainst(playerId, Prisma.sql`VALUES (${opponentId}::int)`)} results`,
  )
}
