import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Db } from '../../store/transaction.ts'

const MAX_SESSIONS = 50

/** Deletes an account's expired sessions, and the oldest ones if it has too many. */
export async function pruneSessions({ now }: Deps, db: Db, accountId: number): Promise<void> {
  const at = now()
  const surplus = await db.session.findFirst({
    where: { accountId, expiresAt: { gt: at } },
    orderBy: { id: 'desc' },
    skip: MAX_SESSIONS,
    select: { id: true },
  })
  await db.session.deleteMany({
    where: { accountId, OR: [{ expiresAt: { lte: at } }, ...(surplus ? [{ id: { lte: surplus.id } }] : [])] },
  })
}

/** Deletes everybody's expired sessions. @returns how many */
export function pruneExpiredSessions({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const where = { expiresAt: { lte: now() } }
  return deleteInBatches(async (limit) => (await db.session.deleteMany({ where, limit })).count)
}
