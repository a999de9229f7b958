import type { Deps } from '../../deps.ts'
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
