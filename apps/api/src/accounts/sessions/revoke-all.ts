import { ok, type Result } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { type RevokedPrograms, revokePrograms } from '../credentials/revoke-programs.ts'
import { endSessions } from './sessions.ts'

/** Ends everything that gives access to the caller's account, except the session of the request. */
export const revokeAll = (
  tx: Tx,
  { accountId, credential }: Caller,
): Promise<Result<RevokedPrograms & { sessionsEnded: number }, Refusal>> =>
  inTransaction(tx, async (tx) => {
    const sessionsEnded = await endSessions(tx, accountId, credential)
    return ok({ sessionsEnded, ...(await revokePrograms(tx, accountId)) })
  })
