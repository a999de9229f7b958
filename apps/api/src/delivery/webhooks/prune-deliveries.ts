import type { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Db } from '../../store/transaction.ts'

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Deletes old deliveries that are no longer pending. @returns how many */
export function pruneDeliveries({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  const where = { createdAt: { lt: before }, state: { not: 'pending' } } satisfies Prisma.DeliveryWhereInput
  return deleteInBatches(async (limit) => (await db.delivery.deleteMany({ where, limit })).count)
}
