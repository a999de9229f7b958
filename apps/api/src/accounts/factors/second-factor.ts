import { ok, type Result } from '@tegenzet/common'
import type { Factors, Passkey } from '@tegenzet/contract'
import type { PasskeyModel } from '@tegenzet/db'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'

/** Whether logging in to an account needs more than its password. */
export const hasSecondFactor = async (db: Db, accountId: number): Promise<boolean> =>
  (await db.totp.count({ where: { accountId, confirmedAt: { not: null } } })) > 0 ||
  (await db.passkey.count({ where: { accountId } })) > 0

/** What its owner can log in and prove their identity with. */
export async function getFactors(db: Db, accountId: number): Promise<Result<Factors, Refusal>> {
  const totp = await db.totp.findUnique({ where: { accountId } })
  const passkeys = await db.passkey.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
  return ok({
    password: (await db.credential.count({ where: { userId: accountId, password: { not: null } } })) > 0,
    totp: totp?.confirmedAt ? { confirmedAt: totp.confirmedAt.toISOString() } : null,
    passkeys: passkeys.map(passkeyView),
    recoveryCodesLeft: await db.recoveryCode.count({ where: { accountId } }),
  })
}

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: PasskeyModel): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
