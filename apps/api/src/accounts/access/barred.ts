import { Prisma } from '@tegenzet/db'
import { type Refused, refuse } from '../../refusal.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Db } from '../../store/transaction.ts'
import { isSanctioned, sanctionRefused } from './sanctions-in-force.ts'

/** Whether a player, an SQL expression, may not start games: the account is restricted or closed. */
export const isBarred = (playerId: Prisma.Sql, at: Date): Prisma.Sql =>
  Prisma.sql`(${isSanctioned(playerId, 'restrict', at)} OR ${isSanctioned(playerId, 'close', at)}
    OR EXISTS (SELECT FROM players closed WHERE closed.id = ${playerId} AND closed.kind = 'closed'))`

/** Which of these players may not start games. */
export const readBarred = async (db: Db, ids: readonly number[], at: Date): Promise<ReadonlySet<number>> =>
  new Set(
    await readIds(
      db,
      Prisma.sql`SELECT p.id FROM players p WHERE p.id = ANY(${[...ids]}::int[]) AND ${isBarred(Prisma.sql`p.id`, at)}`,
    ),
  )

/** Refuses a game that one of its two players may not start. @param by the player who asks for the game */
export async function startRefused(
  db: Db,
  players: readonly { id: number; username: string }[],
  by: number,
  at: Date,
): Promise<Refused | null> {
  const barred = await readBarred(
    db,
    players.map(({ id }) => id),
    at,
  )
  const own = barred.has(by) && (await sanctionRefused(db, by, 'restrict', at))
  if (own) return own
  const other = players.find(({ id }) => barred.has(id))
  return other ? refuse('opponent-restricted', `${other.username} may not start new games now.`) : null
}
