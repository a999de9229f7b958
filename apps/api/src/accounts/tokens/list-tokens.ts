import { ok, type Result } from '@tegenzet/common'
import type { Scope, Token } from '@tegenzet/contract'
import type { TokenModel } from '@tegenzet/db'
import { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'

/** An account's tokens, newest first: their ids are UUIDs that increase with time. */
export async function listTokens(
  db: Db,
  accountId: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Token>, Refusal>> {
  const before = decodeCursor(cursor, z.uuid())
  if (!before.ok) return before
  const rows = await db.token.findMany({
    where: { accountId, ...(before.value && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, (row) => row.id, tokenView))
}

export const tokenView = (row: TokenModel): Token => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
