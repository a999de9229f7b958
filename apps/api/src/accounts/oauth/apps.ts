import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { App, createAppBody, updateAppBody } from '@tegenzet/contract'
import type { AppModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { SECRET_PREFIX } from '../auth/oauth-provider.ts'
import { oneMore } from '../limits/create-limited.ts'

export async function createApp(
  { config, database, now }: Deps,
  accountId: number,
  { name, homepage, redirectUris, confidential }: z.output<typeof createAppBody>,
): Promise<Result<App & { secret: string | null }, Refusal>> {
  const secret = confidential ? newSecret() : null
  const { apps: most } = config.limits
  return oneMore(
    database,
    accountId,
    {
      most,
      count: (tx) => tx.app.count({ where: { userId: accountId } }),
      refusal: `You have ${most} apps, the most there may be. Delete one.`,
    },
    async (tx) => {
      const row = await tx.app.create({
        data: {
          clientId: randomUUID(),
          userId: accountId,
          name,
          uri: homepage ?? null,
          redirectUris,
          clientSecret: secret?.hash,
          tokenEndpointAuthMethod: secret ? 'client_secret_post' : 'none',
          createdAt: now(),
        },
      })
      return ok({ ...appOf(row), secret: secret?.text ?? null })
    },
  )
}

/** Newest first. */
export async function listApps(
  { database }: Deps,
  accountId: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<App>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await database.prisma.app.findMany({
    where: { userId: accountId, ...(before.value !== undefined && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, (row) => row.id, appOf))
}

export async function getApp(
  { database }: Deps,
  accountId: number,
  clientId: string,
): Promise<Result<App, Refusal>> {
  const row = await database.prisma.app.findFirst({ where: { clientId, userId: accountId } })
  return row ? ok(appOf(row)) : NO_SUCH_APP
}

export async function updateApp(
  deps: Deps,
  accountId: number,
  clientId: string,
  { name, homepage, redirectUris }: z.output<typeof updateAppBody>,
): Promise<Result<App, Refusal>> {
  await deps.database.prisma.app.updateMany({
    where: { clientId, userId: accountId },
    data: { name, uri: homepage, redirectUris },
  })
  return getApp(deps, accountId, clientId)
}

/** Ends with it what players have connected of it. */
export async function deleteApp(
  { database, live }: Deps,
  accountId: number,
  clientId: string,
): Promise<Result<undefined, Refusal>> {
  const rows = await database.prisma.$queryRaw<{ token: number | null }[]>`
    WITH gone AS (
      DELETE FROM apps WHERE client_id = ${clientId} AND account_id = ${accountId} RETURNING client_id
    )
    SELECT t.id AS token FROM gone LEFT JOIN access_tokens t USING (client_id)`
  if (rows.length === 0) return NO_SUCH_APP
  for (const { token } of rows) if (token !== null) live.revoke(`app:${token}`)
  return ok(undefined)
}

export async function rotateAppSecret(
  deps: Deps,
  accountId: number,
  clientId: string,
): Promise<Result<{ secret: string }, Refusal>> {
  const { text, hash } = newSecret()
  const { count } = await deps.database.prisma.app.updateMany({
    where: { clientId, userId: accountId, clientSecret: { not: null } },
    data: { clientSecret: hash },
  })
  if (count > 0) return ok({ secret: text })
  const app = await getApp(deps, accountId, clientId)
  return app.ok ? refuse('conflict', 'This app has no secret: it is not confidential.') : app
}

const NO_SUCH_APP = refuse('not-found', 'You have no such app.')

/** Hashed as the accounts library does: without what it begins with. */
function newSecret(): { text: string; hash: string } {
  const random = randomBytes(32).toString('base64url')
  return { text: SECRET_PREFIX + random, hash: createHash('sha256').update(random).digest('base64url') }
}

const appOf = (row: AppModel): App => ({
  id: row.clientId,
  name: row.name,
  homepage: row.uri,
  redirectUris: row.redirectUris,
  confidential: row.clientSecret !== null,
  createdAt: row.createdAt.toISOString(),
})
