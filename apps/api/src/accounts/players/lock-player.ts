import { Prisma } from '@tegenzet/db'
import { runSql, type Tx } from '../../store/transaction.ts'

/**
 * Locks a player until the end of the transaction, so that one transaction at a time changes its name, kind, vacations,
 * sanctions or access, and none starts a game meanwhile. Rows that refer to the player can still be written.
 */
export async function lockPlayer(tx: Tx, playerId: number): Promise<void> {
  await runSql(tx, Prisma.sql`SELECT FROM players WHERE id = ${playerId} FOR NO KEY UPDATE`)
}

/** Keeps others from locking these players until the end of the transaction. Several transactions can do so at once. */
export async function sharePlayers(tx: Tx, playerIds: readonly number[]): Promise<void> {
  await runSql(
    tx,
    Prisma.sql`SELECT FROM players WHERE id = ANY(${[...playerIds]}::int[]) ORDER BY id FOR SHARE`,
  )
}
