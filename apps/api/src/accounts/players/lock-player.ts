import type { OpenTransaction } from '../../store/transaction.ts'

/**
 * Locks a player until the end of the transaction, so that one transaction at a time changes its name, kind, vacations,
 * sanctions or access, and none starts a game meanwhile. Rows that refer to the player can still be written.
 */
export async function lockPlayer(tx: OpenTransaction, playerId: number): Promise<void> {
  await tx.$queryRaw`SELECT FROM players WHERE id = ${playerId} FOR NO KEY UPDATE`
}

/** Keeps others from locking these players until the end of the transaction. Several transactions can do so at once. */
export async function sharePlayers(tx: OpenTransaction, playerIds: readonly number[]): Promise<void> {
  await tx.$queryRaw`SELECT FROM players WHERE id = ANY(${[...playerIds]}::int[]) ORDER BY id FOR SHARE`
}
