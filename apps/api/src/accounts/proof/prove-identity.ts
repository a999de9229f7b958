import { PROOF_MINUTES } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { provePassword } from '../password/prove-password.ts'
import { sessionIdOf } from '../sessions/sessions.ts'

export const PROOF_MS = PROOF_MINUTES * 60_000

/** Records that the caller of a session has just proved again who they are. */
export async function proveIdentity(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { password, address }: { password: string; address: string },
): Promise<Result<{ validUntil: string }, Refusal>> {
  const proof = await provePassword(deps, tx, caller.accountId, password, address)
  if (!proof.ok) return proof
  const provedAt = deps.now()
  await tx.session.updateMany({ where: { id: sessionIdOf(caller) }, data: { provedAt } })
  return ok({ validUntil: new Date(provedAt.getTime() + PROOF_MS).toISOString() })
}
