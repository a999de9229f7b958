import { Prisma } from '@tegenzet/db'
import { runSql, type Tx } from '../../store/transaction.ts'

/**
 * Locks an account until the end of the transaction, so that its owner's requests at once come one after another. Rows that
 * refer to the account, such as notifications, can still be written. Lock the player first, if that is needed too.
 */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await runSql(tx, Prisma.sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`)
}
