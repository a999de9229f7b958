import type { Deps } from '../../deps.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Tx } from '../../store/transaction.ts'

const MAX_SESSIONS = 50

/** Deletes an account's expired sessions, and the oldest ones if it has too many. */
export async function pruneSessions({ now }: Deps, tx: Tx, accountId: number): Promise<void> {
  const at = now()
  const surplus = await tx.session.findFirst({
    where: { accountId, expiresAt: { gt: at } },
    orderBy: { id: 'desc' },
    skip: MAX_SESSIONS,
    select: { id: true },
  })
  await tx.session.deleteMany({
    where: { accountId, OR: [{ expiresAt: { lte: at } }, ...(surplus ? [{ id: { lte: surplus.id } }] : [])] },
  })
}

/** Deletes everybody's expired sessions. @returns how many */
export function pruneExpiredSessions({ now }: Pick<Deps, 'now'>, tx: Tx): Promise<number> {
  const where = { expiresAt: { lte: now() } }
  return deleteInBatches(async (limit) => (await tx.session.deleteMany({ where, limit })).count)
}
