import { ok, type Result } from '@tegenzet/common'
import type { ConnectedApp } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { closingAccessTokens } from '../credentials/closing-access-tokens.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { scopesOf } from './authorization.ts'

/** The apps that a player has connected, the latest first. */
export const listConnectedApps = (
  db: Db,
  accountId: number,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<ConnectedApp>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.connection.findMany({ ...page, where: { ...where, userId: accountId }, include: { app: true } }),
    ({ id, app, scopes, createdAt, lastUsedAt }) => ({
      id,
      app: { id: app.clientId, name: app.name, homepage: app.uri },
      scopes: scopesOf(scopes),
      connectedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }),
  )

/** Ends an app's connection. Its tokens and webhooks for this player are deleted too. */
export const disconnectApp = (
  deps: Deps,
  db: Db,
  { accountId }: Caller,
  id: number,
  client: Client,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const where = { id, userId: accountId }
    const connection = await tx.connection.findFirst({ where, select: { app: { select: { name: true } } } })
    if (!connection) return refuse('not-found', 'You have not connected such an app.')
    await closingAccessTokens(tx).deleteMany({ where: { connection: where } })
    await tx.connection.deleteMany({ where })
    const subject = connection.app.name
    await recordEvent(tx, { accountId, kind: 'app-disconnected', subject, client, at: deps.now() })
    return ok(undefined)
  })

/** Deletes expired tokens and codes. Used refresh tokens are kept until then, so that their reuse is noticed. */
export async function pruneTokens({ now }: Deps, db: Db): Promise<number> {
  const expired = { where: { expiresAt: { lte: now() } } }
  const counts = [
    await db.accessToken.deleteMany(expired),
    await db.refreshToken.deleteMany(expired),
    await db.verification.deleteMany(expired),
  ]
  return counts.reduce((sum, { count }) => sum + count, 0)
}
