import type { Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { countAttempt, forgetAttempts, type Limit } from '../limits/rate-counters.ts'
import { verifyPassword } from './hash-password.ts'

/** Failed proofs of a password, by account and address together, so that nobody locks another out. */
export const proofLimit = ({ config }: Deps, who: number | string, address: string): Limit => ({
  of: ['log-in', `${who}`, address],
  most: config.limits.logIns,
  windowMs: 15 * 60_000,
})

/** Whether somebody who is logged in knows the password. @returns its hash, which a change is conditional on */
export async function provePassword(
  deps: Deps,
  accountId: number,
  password: string,
  address: string,
): Promise<Result<string, Refusal>> {
  const limit = proofLimit(deps, accountId, address)
  const counted = await countAttempt(deps, deps.store, limit)
  if (!counted.ok) return counted
  const hash = await passwordOf(deps, accountId)
  if (!hash || !(await verifyPassword(hash, password)))
    return refuse('wrong-credentials', 'The password is wrong.')
  await forgetAttempts(deps.store, limit)
  return { ok: true, value: hash }
}

/** The hash of an account's password. */
export async function passwordOf({ database }: Deps, accountId: number): Promise<string | undefined> {
  const credential = await database.prisma.credential.findFirst({
    where: { userId: accountId, providerId: 'credential' },
    select: { password: true },
  })
  return credential?.password ?? undefined
}
