import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashPassword } from './hash-password.ts'
import { passwordRow } from './password-row.ts'
import { readPasswordHash } from './prove-password.ts'
import { weakPasswordRefused } from './weak-password.ts'

const CURRENT_PASSWORD_NEEDED = refuse('wrong-credentials', 'Your current password is needed too.')

/** Sets a password for a caller who has none, because they logged in with a code. Ends all other sessions. */
export async function setFirstPassword(
  deps: Deps,
  db: Db,
  caller: Caller,
  { newPassword, client }: { newPassword: string; client: Client },
): Promise<Result<{ sessionsEnded: number }, Refusal>> {
  const { accountId, username, credential } = caller
  if (await readPasswordHash(db, accountId)) return CURRENT_PASSWORD_NEEDED
  const weak = await weakPasswordRefused(newPassword, { username, email: '' })
  if (weak) return weak
  const password = await hashPassword(newPassword, client.address)
  return inTransaction(db, async (tx) => {
    const ended = await lockOwnAccount(deps, tx, caller)
    if (ended) return ended
    if (await readPasswordHash(tx, accountId)) return CURRENT_PASSWORD_NEEDED
    const unproved = await proofRefused(deps, tx, caller, 'unless-first')
    if (unproved) return unproved
    const at = deps.now()
    await tx.credential.create({
      data: passwordRow(accountId, password, at),
      select: { id: true },
    })
    await recordEvent(tx, { accountId, kind: 'password-changed', client, at })
    return ok({ sessionsEnded: await endSessions(tx, accountId, credential) })
  })
}
