import { type Db, inTransaction } from '../../store/transaction.ts'
import { closeConnections } from './close-connections.ts'
import { closingAccessTokens } from './closing-access-tokens.ts'

/** How many of each were revoked. */
export interface RevokedPrograms {
  tokensRevoked: number
  appsDisconnected: number
  webhooksDeleted: number
}

export const NOTHING_REVOKED: RevokedPrograms = { tokensRevoked: 0, appsDisconnected: 0, webhooksDeleted: 0 }

/**
 * Revokes an account's tokens, disconnects its apps, deletes its webhooks and channels and ends the addresses of its
 * calendar and its feed. Closes their sockets and streams.
 */
export const revokePrograms = (db: Db, accountId: number): Promise<RevokedPrograms> =>
  inTransaction(db, async (tx) => {
    // before the tokens and connections, which would delete their webhooks uncounted
    const webhooks = await tx.webhook.deleteMany({ where: { accountId } })
    const tokens = await tx.token.findMany({ where: { accountId }, select: { id: true } })
    await tx.token.deleteMany({ where: { id: { in: tokens.map(({ id }) => id) } } })
    closeConnections(
      tx,
      tokens.map(({ id }) => `token:${id}`),
    )
    await closingAccessTokens(tx).deleteMany({ where: { userId: accountId } })
    const connections = await tx.connection.deleteMany({ where: { userId: accountId } })
    await tx.calendar.deleteMany({ where: { accountId } })
    await tx.turnFeed.deleteMany({ where: { accountId } })
    await tx.channel.deleteMany({ where: { accountId } })
    return {
      tokensRevoked: tokens.length,
      appsDisconnected: connections.count,
      webhooksDeleted: webhooks.count,
    }
  })
