import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { recordEvent } from '../security-log/record-event.ts'

/** Cancels a requested deletion. Not when the waiting time is over, because erasure has begun then. @returns whether it did */
export const keepAccount = (deps: Deps, db: Db, accountId: number, client: Client): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const at = deps.now()
    const { count } = await tx.account.updateMany({
      where: { id: accountId, deletesAt: { gt: at } },
      data: { deletesAt: null },
    })
    if (count > 0) await recordEvent(tx, { accountId, kind: 'deletion-undone', client, at })
    return count > 0
  })
