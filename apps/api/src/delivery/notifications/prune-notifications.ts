import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Tx } from '../../store/transaction.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Deletes old notifications, read or not. @returns how many */
export function pruneNotifications({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  return deleteInBatches(
    (limit) => tx.$executeRaw`
      DELETE FROM notifications WHERE id IN (
        SELECT id FROM notifications WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit})`,
  )
}
