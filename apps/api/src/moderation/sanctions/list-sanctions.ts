import type { Sanction } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import { readSanctions } from './sanction-store.ts'

/** The caller's own sanctions, newest first. */
export async function listSanctions(
  tx: Tx,
  { playerId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Sanction>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const id = before.value === undefined ? undefined : { lt: before.value }
  const rows = await readSanctions(tx, { where: { playerId, ...(id && { id }) }, take: limit + 1 })
  return ok(
    pageOf(
      rows,
      limit,
      (row) => row.id,
      (row) => row,
    ),
  )
}
