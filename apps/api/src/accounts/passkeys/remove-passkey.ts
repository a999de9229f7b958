import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { dropUselessCodes } from '../factors/remove-factors.ts'
import { lockAccount } from '../players/lock-account.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { alertOwner } from '../security-log/record-event.ts'

export async function removePasskey(
  deps: Deps,
  db: Db,
  caller: Caller,
  id: number,
  client: Client,
): Promise<Result<undefined, Refusal>> {
  const { accountId } = caller
  return inTransaction(db, async (tx) => {
    // a password reset that holds the lock ends the session
    await lockAccount(tx, accountId)
    const unproved = await proofRefused(deps, tx, caller)
    if (unproved) return unproved
    const found = await tx.passkey.findUnique({ where: { id, accountId }, select: { name: true } })
    const { count } = await tx.passkey.deleteMany({ where: { id, accountId } })
    if (!found || count === 0) return refuse('not-found', 'You have no such passkey.')
    await dropUselessCodes(tx, accountId)
    const at = deps.now()
    await alertOwner(deps, tx, { accountId, kind: 'passkey-removed', subject: found.name, client, at })
    return ok(undefined)
  })
}
