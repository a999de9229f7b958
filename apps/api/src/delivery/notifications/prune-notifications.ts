import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Tx } from '../../store/transaction.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Deletes old notifications, read or not. @returns how many */
export function pruneNotifications({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<number> {
  const where = { createdAt: { lt: new Date(now().getTime() - KEPT_MS) } }
  return deleteInBatches(async (limit) => (await tx.notification.deleteMany({ where, limit })).count)
}
