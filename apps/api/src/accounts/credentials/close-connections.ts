import { afterCommit, type Db } from '../../store/transaction.ts'

/** Closes the sockets and streams that were opened with sessions or tokens, once the end of these is committed. */
export const closeConnections = (db: Db, credentials: readonly string[]): void =>
  afterCommit(db, (listener) => {
    for (const credential of credentials) listener.revoked(credential)
  })
