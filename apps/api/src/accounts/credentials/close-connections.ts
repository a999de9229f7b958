import { afterCommit, type Tx } from '../../store/transaction.ts'

/** Closes the sockets and streams that were opened with sessions or tokens, once the end of these is committed. */
export const closeConnections = (tx: Tx, credentials: readonly string[]): void =>
  afterCommit(tx, (listener) => {
    for (const credential of credentials) listener.revoked(credential)
  })
