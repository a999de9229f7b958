import { ok, type Result } from '@tegenzet/common'
import type { proofBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { proveCode } from '../factors/prove-code.ts'
import { verifyPasskey } from '../passkeys/verify-passkey.ts'
import { provePassword } from '../password/prove-password.ts'
import { PROOF_MS } from '../proof/require-proof.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { sessionIdOf } from '../sessions/sessions.ts'

/** Records that the caller of a session has just proved again who they are. */
export async function proveIdentity(
  deps: Deps,
  db: Db,
  caller: Caller,
  given: z.output<typeof proofBody>,
  { client, origin }: { client: Client; origin: string | undefined },
): Promise<Result<{ validUntil: string }, Refusal>> {
  const { accountId } = caller
  const proof =
    'password' in given
      ? await provePassword(deps, db, accountId, given.password, client.address)
      : 'code' in given
        ? await proveCode(deps, db, accountId, given.code, client)
        : await verifyPasskey(deps, db, { answer: given.passkey, origin, accountId })
  if (!proof.ok) return proof
  return ok(await recordProof(deps, db, caller, client))
}

/** The session of the caller may make sensitive changes from now on. */
export async function recordProof(
  deps: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<{ validUntil: string }> {
  const provedAt = deps.now()
  await inTransaction(db, async (tx) => {
    await tx.session.updateMany({ where: { id: sessionIdOf(caller) }, data: { provedAt } })
    const { accountId } = caller
    await recordEvent(tx, { accountId, kind: 'identity-proved', client, at: provedAt })
  })
  return { validUntil: new Date(provedAt.getTime() + PROOF_MS).toISOString() }
}
