import { randomBytes } from 'node:crypto'
import { ADMIN_SCOPES, type Scope, type Token } from '@tegenzet/contract'
import type { TokenModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { hashToken, TOKEN_PREFIX } from '../../http/session.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, type Page, pageOf } from '../../store/page.ts'
import { oneMore } from '../limits/create-limited.ts'

export async function createToken(
  { config, database, now }: Deps,
  { accountId, role }: Caller,
  { name, scopes, expiresAt }: { name: string; scopes: Scope[]; expiresAt?: string },
): Promise<Result<Token & { token: string }, Refusal>> {
  const at = now()
  const end = expiresAt === undefined ? null : new Date(expiresAt)
  if (end && (end <= at || end >= YEAR_10000))
    return {
      ok: false,
      error: {
        code: 'validation',
        detail: 'A token expires in the future, or never.',
        errors: [
          { path: '/body/expiresAt', message: 'expected an instant in the future, before the year 10000' },
        ],
      },
    }
  if (role !== 'admin' && scopes.some((scope) => ADMIN_SCOPES.includes(scope)))
    return refuse('forbidden', `Only an admin’s token can hold ${ADMIN_SCOPES.join(', ')}.`)
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  const { tokens: most } = config.limits
  return oneMore(
    database,
    accountId,
    {
      most,
      count: (tx) => tx.token.count({ where: { accountId } }),
      refusal: `You have ${most} tokens, the most there may be. Revoke one.`,
    },
    async (tx) => {
      const hash = new Uint8Array(hashToken(token))
      const row = await tx.token.create({
        data: { accountId, name, scopes, expiresAt: end, createdAt: at, hash },
      })
      return ok({ ...tokenOf(row), token })
    },
  )
}

const YEAR_10000 = new Date('+010000-01-01T00:00:00.000Z')

/** Newest first: the ids are UUIDs that rise with time. */
export async function listTokens(
  { database }: Deps,
  accountId: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Token>, Refusal>> {
  const before = decodeCursor(cursor, uuid)
  if (!before.ok) return before
  const rows = await database.prisma.token.findMany({
    where: { accountId, ...(before.value && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, (row) => row.id, tokenOf))
}

const uuid = z.uuid()

export async function revokeToken(
  { database, live }: Deps,
  accountId: number,
  id: string,
): Promise<Result<undefined, Refusal>> {
  const { count } = uuid.safeParse(id).success
    ? await database.prisma.token.deleteMany({ where: { id, accountId } })
    : { count: 0 }
  if (count === 0) return refuse('not-found', 'You have no such token.')
  live.revoke(`token:${id.toLowerCase()}`)
  return ok(undefined)
}

/** Ends a token by itself: who holds one may do so, as well as anything else it may do. */
export async function revokeLeakedToken(
  { database, live }: Deps,
  token: string,
): Promise<Result<undefined, Refusal>> {
  const [revoked] = await database.prisma.$queryRaw<{ id: string }[]>`
    DELETE FROM tokens WHERE hash = ${hashToken(token)} RETURNING id::text`
  if (!revoked) return refuse('not-found', 'This is no token of this server, or it has been revoked already.')
  live.revoke(`token:${revoked.id}`)
  return ok(undefined)
}

const tokenOf = (row: TokenModel): Token => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
