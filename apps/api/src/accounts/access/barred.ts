import { Prisma } from '@tegenzet/db'
import { type Refused, refuse } from '../../refusal.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Tx } from '../../store/transaction.ts'
import { isSanctioned, sanctionRefused } from './sanctions-in-force.ts'

/** Whether a player, an SQL expression, may not start games: the account is restricted or closed. */
export const isBarred = (playerId: Prisma.Sql, at: Date): Prisma.Sql =>
  Prisma.sql`(${isSanctioned(playerId, 'restrict', at)} OR ${isSanctioned(playerId, 'close', at)}
    OR EXISTS (SELECT FROM players closed WHERE closed.id = ${playerId} AND closed.kind = 'closed'))`

/** Which of these players may not start games. */
export const readBarred = async (tx: Tx, ids: readonly number[], at: Date): Promise<ReadonlySet<number>> =>
  new Set(
    await readIds(
      tx,
      Prisma.sql`SELECT p.id FROM players p WHERE p.id = ANY(${[...ids]}::int[]) AND ${isBarred(Prisma.sql`p.id`, at)}`,
    ),
  )

/** Refuses a game that one of its two players may not start. @param by the player who asks for the game */
export async function startRefused(
  tx: Tx,
  players: readonly { id: number; username: string }[],
  by: number,
  at: Date,
): Promise<Refused | null> {
  const barred = await readBarred(
    tx,
    players.map(({ id }) => id),
    at,
  )
  const own = barred.has(by) && (await sanctionRefused(tx, by, 'restrict', at))
  if (own) return own
  const other = players.find(({ id }) => barred.has(id))
  return other ? refuse('opponent-restricted', `${other.username} may not start new games now.`) : null
}
