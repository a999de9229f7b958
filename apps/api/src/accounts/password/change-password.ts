import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { provePassword } from './prove-password.ts'
import { replacePassword } from './replace-password.ts'

/** By who knows the present one. The session it is done with stays. */
export async function changePassword(
  deps: Deps,
  { accountId, credential }: Caller,
  {
    currentPassword,
    newPassword,
    address,
  }: { currentPassword: string; newPassword: string; address: string },
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  const proof = await provePassword(deps, accountId, currentPassword, address)
  if (!proof.ok) return proof
  const account = await deps.database.prisma.account.findUniqueOrThrow({ where: { id: accountId } })
  const ended = await replacePassword(deps, { account, from: proof.value, to: newPassword, but: credential })
  if (ended === null) return refuse('wrong-credentials', 'The password was changed meanwhile.')
  return ok({ sessionsEnded: ended })
}
