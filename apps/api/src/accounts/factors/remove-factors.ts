import type { Tx } from '../../store/transaction.ts'
import { hasSecondFactor } from './second-factor.ts'

/** Removes second factors that were added since a moment: an intruder may have added them. */
export async function removeFactorsSince(tx: Tx, accountId: number, since: Date): Promise<void> {
  await tx.totp.deleteMany({
    where: { accountId, OR: [{ confirmedAt: null }, { confirmedAt: { gte: since } }] },
  })
  await tx.passkey.deleteMany({ where: { accountId, createdAt: { gte: since } } })
  const renewed = await tx.securityEvent.count({
    where: { accountId, kind: 'recovery-codes-renewed', at: { gte: since } },
  })
  if (renewed > 0) await tx.recoveryCode.deleteMany({ where: { accountId } })
  await dropUselessCodes(tx, accountId)
}

/** Recovery codes replace a second factor. Without one they are of no use. */
export async function dropUselessCodes(tx: Tx, accountId: number): Promise<void> {
  if (!(await hasSecondFactor(tx, accountId))) await tx.recoveryCode.deleteMany({ where: { accountId } })
}
