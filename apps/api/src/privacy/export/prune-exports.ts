import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import { EXPORT_TIMEOUT_SECONDS } from './exports-queue.ts'

/** Several attempts may fail first. */
const GIVEN_UP_MS = 4 * EXPORT_TIMEOUT_SECONDS * 1000

/**
 * Deletes copies that have expired, and gives up those whose job is lost, for instance in a backup without the queue.
 * @returns how many
 */
export async function pruneExports({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const at = now()
  const lost = await db.accountExport.updateMany({
    where: { state: 'pending', requestedAt: { lt: new Date(at.getTime() - GIVEN_UP_MS) } },
    data: { state: 'failed' },
  })
  const expired = await db.accountExport.deleteMany({ where: { expiresAt: { lte: at } } })
  return lost.count + expired.count
}
