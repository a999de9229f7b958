import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Db } from '../../store/transaction.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Deletes old notifications, read or not. @returns how many */
export function pruneNotifications({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const where = { createdAt: { lt: new Date(now().getTime() - KEPT_MS) } }
  return deleteInBatches(async (limit) => (await db.notification.deleteMany({ where, limit })).count)
}
