import type { Tx } from '../../store/transaction.ts'
import { closeConnections } from '../credentials/close-connections.ts'
import { lockAccount } from '../players/lock-account.ts'
import { endSessions } from '../sessions/sessions.ts'

/** Ends an account's sessions and closes all its sockets and streams. Tokens and apps stay, for when it opens again. */
export async function closeAccess(tx: Tx, accountId: number): Promise<void> {
  await lockAccount(tx, accountId)
  await endSessions(tx, accountId)
  const tokens = await tx.token.findMany({ where: { accountId }, select: { id: true } })
  const ofApps = await tx.accessToken.findMany({ where: { userId: accountId }, select: { id: true } })
  closeConnections(tx, [...tokens.map(({ id }) => `token:${id}`), ...ofApps.map(({ id }) => `app:${id}`)])
}
