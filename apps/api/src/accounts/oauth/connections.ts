import type { ConnectedApp } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { scopesOf } from './authorization.ts'

/** The apps that act for a player, the one connected last first. */
export async function listConnectedApps(
  { database }: Deps,
  accountId: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<ConnectedApp>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await database.prisma.connection.findMany({
    where: { userId: accountId, ...(before.value !== undefined && { id: { lt: before.value } }) },
    include: { app: true },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(
    pageOf(
      rows,
      limit,
      (row) => row.id,
      ({ id, app, scopes, createdAt, lastUsedAt }) => ({
        id,
        app: { id: app.clientId, name: app.name, homepage: app.uri },
        scopes: scopesOf(scopes),
        connectedAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }),
    ),
  )
}

/** The app may do nothing more for this player; what it has got and made is gone with the connection. */
export async function disconnectApp(
  { database, live }: Deps,
  accountId: number,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const rows = await database.prisma.$queryRaw<{ token: number | null }[]>`
    WITH gone AS (
      DELETE FROM connections WHERE id = ${id} AND account_id = ${accountId} RETURNING client_id, account_id
    )
    SELECT t.id AS token FROM gone LEFT JOIN access_tokens t USING (client_id, account_id)`
  if (rows.length === 0) return refuse('not-found', 'You have no such app connected.')
  for (const { token } of rows) if (token !== null) live.revoke(`app:${token}`)
  return ok(undefined)
}

/** Removes what has expired: tokens, and codes nobody came for. A used refresh token is kept as long, so that it is known. */
export async function pruneTokens({ database: { prisma }, now }: Deps): Promise<number> {
  const expired = { where: { expiresAt: { lte: now() } } }
  const counts = [
    await prisma.accessToken.deleteMany(expired),
    await prisma.refreshToken.deleteMany(expired),
    await prisma.verification.deleteMany(expired),
  ]
  return counts.reduce((sum, { count }) => sum + count, 0)
}
