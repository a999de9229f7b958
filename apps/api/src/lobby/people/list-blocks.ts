import type { Block } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'

/** The players whom a player has blocked, newest first. */
export async function listBlocks(
  tx: Tx,
  { playerId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Result<Page<Block>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await tx.block.findMany({
    where: { playerId, ...(before.value !== undefined && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: { id: true, createdAt: true, blocked: { select: { id: true, username: true, kind: true } } },
  })
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      ({ blocked: player, createdAt }) => ({ player, createdAt: createdAt.toISOString() }),
    ),
  )
}
