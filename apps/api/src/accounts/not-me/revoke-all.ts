import { ok, type Result } from '@tegenzet/common'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'
import { type RevokedPrograms, revokePrograms } from '../credentials/revoke-programs.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { endSessions } from '../sessions/sessions.ts'

/** Ends everything that gives access to the caller's account, except the session of the request. */
export const revokeAll = (
  deps: Deps,
  db: Db,
  caller: Caller,
  client: Client,
): Promise<Result<RevokedPrograms & { sessionsEnded: number }, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { accountId, credential } = caller
    // waits until what another request creates is committed, so that it ends too
    const ended = await lockOwnAccount(deps, tx, caller)
    if (ended) return ended
    const sessionsEnded = await endSessions(tx, accountId, credential)
    await recordEvent(tx, { accountId, kind: 'access-revoked', client, at: deps.now() })
    return ok({ sessionsEnded, ...(await revokePrograms(tx, accountId)) })
  })
