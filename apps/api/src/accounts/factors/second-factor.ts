import type { Factors } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'

/** Whether logging in to an account needs more than its password. */
export const hasSecondFactor = async (tx: Tx, accountId: number): Promise<boolean> =>
  (await tx.totp.count({ where: { accountId, confirmedAt: { not: null } } })) > 0

/** The second factors of an account. */
export async function getFactors(tx: Tx, accountId: number): Promise<Result<Factors, Refusal>> {
  const totp = await tx.totp.findUnique({ where: { accountId } })
  return ok({
    totp: totp?.confirmedAt ? { confirmedAt: totp.confirmedAt.toISOString() } : null,
    recoveryCodesLeft: await tx.recoveryCode.count({ where: { accountId } }),
  })
}
