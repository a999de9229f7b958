import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Tx } from '../../store/transaction.ts'

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Deletes old deliveries that are no longer pending. @returns how many */
export function pruneDeliveries({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  return deleteInBatches(
    (limit) => tx.$executeRaw`
      DELETE FROM deliveries WHERE id IN (
        SELECT id FROM deliveries WHERE created_at < ${before}::timestamptz AND state <> 'pending'
        ORDER BY created_at LIMIT ${limit})`,
  )
}
