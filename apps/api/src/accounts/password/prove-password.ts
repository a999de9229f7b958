import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { acceptPasswordAttempt, countPasswordAttempt } from '../limits/password-attempts.ts'
import { verifyPassword } from './hash-password.ts'

export const WRONG_PASSWORD = refuse('wrong-credentials', 'The password is wrong.')

/** Checks that a caller knows the account's password. @returns its hash, for a conditional change */
export async function provePassword(
  deps: Deps,
  db: Db,
  accountId: number,
  password: string,
  address: string,
): Promise<Result<string, Refusal>> {
  const attempt = { who: accountId, address }
  const counted = await countPasswordAttempt(deps, db, attempt)
  if (!counted.ok) return counted
  const hash = await readPasswordHash(db, accountId)
  if (!hash || !(await verifyPassword(hash, password, address))) return WRONG_PASSWORD
  await acceptPasswordAttempt(deps, db, attempt)
  return ok(hash)
}

export async function readPasswordHash(db: Db, accountId: number): Promise<string | undefined> {
  const credential = await db.credential.findFirst({
    where: { userId: accountId, providerId: 'credential' },
    select: { password: true },
  })
  return credential?.password ?? undefined
}
