import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { acceptPasswordAttempt, countPasswordAttempt } from '../limits/password-attempts.ts'
import { verifyPassword } from './hash-password.ts'

export const WRONG_PASSWORD = refuse('wrong-credentials', 'The password is wrong.')

/** Checks that a caller knows the account's password. @returns its hash, for a conditional change */
export async function provePassword(
  deps: Deps,
  tx: Tx,
  accountId: number,
  password: string,
  address: string,
): Promise<Result<string, Refusal>> {
  const attempt = { who: accountId, address }
  const counted = await countPasswordAttempt(deps, tx, attempt)
  if (!counted.ok) return counted
  const hash = await readPasswordHash(tx, accountId)
  if (!hash || !(await verifyPassword(hash, password, address))) return WRONG_PASSWORD
  await acceptPasswordAttempt(deps, tx, attempt)
  return ok(hash)
}

export async function readPasswordHash(tx: Tx, accountId: number): Promise<string | undefined> {
  const credential = await tx.credential.findFirst({
    where: { userId: accountId, providerId: 'credential' },
    select: { password: true },
  })
  return credential?.password ?? undefined
}
