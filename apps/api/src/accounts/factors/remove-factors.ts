import type { Db } from '../../store/transaction.ts'
import { hasSecondFactor } from './second-factor.ts'

/** Removes second factors and identities that were added since a moment: an intruder may have added them. */
export async function removeFactorsSince(db: Db, accountId: number, since: Date): Promise<void> {
  await db.totp.deleteMany({
    where: { accountId, OR: [{ confirmedAt: null }, { confirmedAt: { gte: since } }] },
  })
  await db.passkey.deleteMany({ where: { accountId, createdAt: { gte: since } } })
  await db.identity.deleteMany({ where: { accountId, createdAt: { gte: since } } })
  const renewed = await db.securityEvent.count({
    where: { accountId, kind: 'recovery-codes-renewed', at: { gte: since } },
  })
  if (renewed > 0) await db.recoveryCode.deleteMany({ where: { accountId } })
  await dropUselessCodes(db, accountId)
}

/** Recovery codes replace a second factor. Without one they are of no use. */
export async function dropUselessCodes(db: Db, accountId: number): Promise<void> {
  if (!(await hasSecondFactor(db, accountId))) await db.recoveryCode.deleteMany({ where: { accountId } })
}
