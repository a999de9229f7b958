import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { ok, type Result } from '@tegenzet/common'
import type { App, createAppBody, updateAppBody } from '@tegenzet/contract'
import type { AppModel } from '@tegenzet/db'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { sanctionRefused } from '../access/sanctions-in-force.ts'
import { SECRET_PREFIX } from '../auth/oauth-provider.ts'
import { closingAccessTokens } from '../credentials/closing-access-tokens.ts'
import { createLimited } from '../limits/create-limited.ts'
import { nameRefused } from '../names/reserved-names.ts'
import { recordEvent } from '../security-log/record-event.ts'

export async function createApp(
  deps: Deps,
  db: Db,
  caller: Caller,
  { name, homepage, redirectUris, confidential }: z.output<typeof createAppBody>,
  client: Client,
): Promise<Result<App & { secret: string | null }, Refusal>> {
  const { config, now } = deps
  const { accountId, playerId, role } = caller
  const refused = nameRefused(name, role) ?? (await sanctionRefused(db, playerId, 'mute', now()))
  if (refused) return refused
  const secret = confidential ? newSecret() : null
  const { apps: max } = config.limits
  const allowance = {
    max,
    count: (db: Db) => db.app.count({ where: { userId: accountId } }),
    refusal: `You have ${max} apps, the most allowed: delete one first.`,
  }
  return createLimited(deps, db, caller, allowance, async (db) => {
    const at = now()
    const row = await db.app.create({
      data: {
        clientId: randomUUID(),
        userId: accountId,
        name,
        uri: homepage ?? null,
        redirectUris,
        clientSecret: secret?.hash,
        tokenEndpointAuthMethod: secret ? 'client_secret_post' : 'none',
        createdAt: at,
      },
    })
    await recordEvent(db, { accountId, kind: 'app-created', subject: name, client, at })
    return ok({ ...appView(row), secret: secret?.text ?? null })
  })
}

/** The apps that an account owns, newest first. */
export const listApps = (
  db: Db,
  accountId: number,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<App>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) => db.app.findMany({ ...page, where: { ...where, userId: accountId } }),
    appView,
  )

export async function getApp(db: Db, accountId: number, clientId: string): Promise<Result<App, Refusal>> {
  const row = await db.app.findFirst({ where: { clientId, userId: accountId } })
  return row ? ok(appView(row)) : NO_SUCH_APP
}

export async function updateApp(
  { now }: Deps,
  db: Db,
  { accountId, playerId, role }: Caller,
  clientId: string,
  { name, homepage, redirectUris }: z.output<typeof updateAppBody>,
): Promise<Result<App, Refusal>> {
  const refused =
    name !== undefined && (nameRefused(name, role) ?? (await sanctionRefused(db, playerId, 'mute', now())))
  if (refused) return refused
  await db.app.updateMany({
    where: { clientId, userId: accountId },
    data: { name, uri: homepage, redirectUris },
  })
  return getApp(db, accountId, clientId)
}

/** Deletes an app, with its connections, tokens and webhooks. */
export const deleteApp = (
  deps: Deps,
  db: Db,
  { accountId }: Caller,
  clientId: string,
  client: Client,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const where = { clientId, userId: accountId }
    const app = await tx.app.findFirst({ where, select: { name: true } })
    if (!app) return NO_SUCH_APP
    await closingAccessTokens(tx).deleteMany({ where: { connection: { app: where } } })
    await tx.app.deleteMany({ where })
    await recordEvent(tx, { accountId, kind: 'app-deleted', subject: app.name, client, at: deps.now() })
    return ok(undefined)
  })

export async function rotateAppSecret(
  db: Db,
  accountId: number,
  clientId: string,
): Promise<Result<{ secret: string }, Refusal>> {
  const { text, hash } = newSecret()
  const { count } = await db.app.updateMany({
    where: { clientId, userId: accountId, clientSecret: { not: null } },
    data: { clientSecret: hash },
  })
  if (count > 0) return ok({ secret: text })
  const app = await getApp(db, accountId, clientId)
  return app.ok ? refuse('conflict', 'This app has no secret, because it is not confidential.') : app
}

const NO_SUCH_APP = refuse('not-found', 'You have no such app.')

/** Hashed without its prefix, the way better-auth does. */
function newSecret(): { text: string; hash: string } {
  const random = randomBytes(32).toString('base64url')
  return { text: SECRET_PREFIX + random, hash: createHash('sha256').update(random).digest('base64url') }
}

const appView = (row: AppModel): App => ({
  id: row.clientId,
  name: row.name,
  homepage: row.uri,
  redirectUris: row.redirectUris,
  confidential: row.clientSecret !== null,
  createdAt: row.createdAt.toISOString(),
})
