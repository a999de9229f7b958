import type { listNewsQuery, News } from '@tegenzet/contract'
import type { NewsModel } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'

/** What the admins have published, newest first. */
export async function listNews(
  tx: Tx,
  { limit, cursor }: z.output<typeof listNewsQuery>,
): Promise<Result<Page<News>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await tx.news.findMany({
    ...(before.value !== undefined && { where: { id: { lt: before.value } } }),
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ id }) => id, newsView))
}

export const newsView = ({ id, texts, createdAt, changedAt }: NewsModel): News => ({
  id,
  texts: texts as News['texts'],
  createdAt: createdAt.toISOString(),
  changedAt: changedAt?.toISOString() ?? null,
})
