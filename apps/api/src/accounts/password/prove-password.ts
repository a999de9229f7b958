import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { countAttempt, type RateLimit, resetAttempts } from '../limits/rate-counters.ts'
import { verifyPassword } from './hash-password.ts'

/** Limits wrong passwords by account and address together, so that nobody can lock another person out. */
export const passwordAttempts = ({ config }: Deps, who: number | string, address: string): RateLimit => ({
  key: ['log-in', `${who}`, address],
  max: config.limits.logIns,
  windowMs: 15 * 60_000,
})

/** Checks that a caller knows the account's password. @returns its hash, for a conditional change */
export async function provePassword(
  deps: Deps,
  tx: Tx,
  accountId: number,
  password: string,
  address: string,
): Promise<Result<string, Refusal>> {
  const limit = passwordAttempts(deps, accountId, address)
  const counted = await countAttempt(deps, tx, limit)
  if (!counted.ok) return counted
  const hash = await readPasswordHash(tx, accountId)
  if (!hash || !(await verifyPassword(hash, password)))
    return refuse('wrong-credentials', 'The password is wrong.')
  await resetAttempts(tx, limit)
  return ok(hash)
}

export async function readPasswordHash(tx: Tx, accountId: number): Promise<string | undefined> {
  const credential = await tx.credential.findFirst({
    where: { userId: accountId, providerId: 'credential' },
    select: { password: true },
  })
  return credential?.password ?? undefined
}
