import type { Caller } from '../../http/caller.ts'
import type { Db } from '../../store/transaction.ts'
import { closeConnections } from '../credentials/close-connections.ts'
import { sessionIdOf } from './sessions.ts'

/** Ends the session of a request. Does nothing if the caller uses a token. */
export async function endSession(db: Db, caller: Caller | null): Promise<void> {
  if (caller?.kind !== 'session') return
  await db.session.deleteMany({ where: { id: sessionIdOf(caller) } })
  closeConnections(db, [caller.credential])
}
