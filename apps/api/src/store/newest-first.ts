import { ok, type Result } from '@tegenzet/common'
import type { Refusal } from '../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from './page.ts'

interface NewestFirst {
  where: { id?: { lt: number } }
  orderBy: { id: 'desc' }
  take: number
}

/**
 * Reads a page of rows by id, newest first.
 * @param read is given the part of Prisma's query that selects the page
 */
export async function newestFirst<Row extends { id: number }, T>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (page: NewestFirst) => Promise<Row[]>,
  view: (row: Row) => T,
): Promise<Result<Page<T>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const where = before.value === undefined ? {} : { id: { lt: before.value } }
  const rows = await read({ where, orderBy: { id: 'desc' }, take: limit + 1 })
  return ok(pageOf(rows, limit, ({ id }) => id, view))
}
