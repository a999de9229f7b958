import type { OpenTransaction } from '../../store/transaction.ts'

/**
 * Locks an account until the end of the transaction, so that its owner's requests at once come one after another. Rows that
 * refer to the account, such as notifications, can still be written. Lock the player first, if that is needed too.
 */
export async function lockAccount(tx: OpenTransaction, accountId: number): Promise<void> {
  await tx.$queryRaw`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
}
