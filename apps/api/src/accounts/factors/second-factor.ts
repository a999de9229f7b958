import type { Factors, Passkey } from '@tegenzet/contract'
import type { PasskeyModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'

/** Whether logging in to an account needs more than its password. */
export const hasSecondFactor = async (tx: Tx, accountId: number): Promise<boolean> =>
  (await tx.totp.count({ where: { accountId, confirmedAt: { not: null } } })) > 0 ||
  (await tx.passkey.count({ where: { accountId } })) > 0

/** The second factors of an account. */
export async function getFactors(tx: Tx, accountId: number): Promise<Result<Factors, Refusal>> {
  const totp = await tx.totp.findUnique({ where: { accountId } })
  const passkeys = await tx.passkey.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
  return ok({
    totp: totp?.confirmedAt ? { confirmedAt: totp.confirmedAt.toISOString() } : null,
    passkeys: passkeys.map(passkeyView),
    recoveryCodesLeft: await tx.recoveryCode.count({ where: { accountId } }),
  })
}

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: PasskeyModel): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
