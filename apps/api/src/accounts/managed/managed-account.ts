import type { Prisma } from '@tegenzet/db'
import type { Db } from '../../store/transaction.ts'

/** What tells whether an account is managed. */
export const MANAGED = { managed: { select: { accountId: true } } } satisfies Prisma.AccountSelect

/** Whether an account may do what needs a confirmed address. Somebody vouches for those who have none. */
export const isConfirmed = (account: { emailVerified: boolean; managed: object | null }): boolean =>
  account.emailVerified || account.managed !== null

/** Ends that managers look after an account: its owner has confirmed an address, or got a role. Their codes end too. */
export async function endManaged(db: Db, accountId: number): Promise<void> {
  await db.managedAccount.deleteMany({ where: { accountId } })
  await db.loginCode.deleteMany({ where: { accountId } })
}
