import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { provePassword } from './prove-password.ts'
import { replacePassword } from './replace-password.ts'
import { setFirstPassword } from './set-first-password.ts'
import { weakPasswordRefused } from './weak-password.ts'

/** Changes the password of a caller who knows the current one. Ends all other sessions. */
export async function changePassword(
  deps: Deps,
  db: Db,
  caller: Caller,
  { currentPassword, newPassword, client }: { currentPassword?: string; newPassword: string; client: Client },
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  if (currentPassword === undefined) return setFirstPassword(deps, db, caller, { newPassword, client })
  const { accountId, credential } = caller
  const proof = await provePassword(deps, db, accountId, currentPassword, client.address)
  if (!proof.ok) return proof
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const weak = await weakPasswordRefused(newPassword, { username: account.name, email: account.email })
  if (weak) return weak
  const replaced = await replacePassword(deps, db, {
    account,
    from: proof.value,
    to: newPassword,
    exceptSession: credential,
    client,
  })
  if (!replaced) return refuse('wrong-credentials', 'The password has been changed in the meantime.')
  return ok({ sessionsEnded: replaced.sessionsEnded })
}
