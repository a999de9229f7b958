import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockAccount } from '../players/lock-account.ts'
import { alertOwner } from '../security-log/record-event.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { openSecret, periodOfCode } from './totp.ts'

/** Checks a code of an account's authenticator app, or a recovery code. It does not work again. The caller limits attempts. */
export async function redeemCode(
  deps: Deps,
  db: Db,
  accountId: number,
  code: string,
  client: Client,
): Promise<boolean> {
  const text = code.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(text)) return redeemTotpCode(deps, db, accountId, text)
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId)
    const redeemed = await redeemRecoveryCode(tx, accountId, text)
    if (redeemed)
      await alertOwner(deps, tx, { accountId, kind: 'recovery-code-used', client, at: deps.now() })
    return redeemed
  })
}

async function redeemTotpCode(deps: Deps, db: Db, accountId: number, code: string): Promise<boolean> {
  const totp = await db.totp.findUnique({ where: { accountId, confirmedAt: { not: null } } })
  const secret = totp && (await openSecret(deps, totp.secret))
  const period = secret ? periodOfCode(secret, code, deps.now()) : null
  if (period === null) return false
  // of two requests with the same code at once, one changes no row
  const { count } = await db.totp.updateMany({
    where: { accountId, usedPeriod: { lt: period } },
    data: { usedPeriod: period },
  })
  return count > 0
}
