import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { isKnownAddress } from '../limits/password-attempts.ts'
import { networkOf } from '../security-log/network.ts'
import { alertOwner, recordEvent } from '../security-log/record-event.ts'

/** Records a log-in. The owner gets a mail if nobody has logged in to the account from this network before. */
export async function recordLogIn(deps: Deps, db: Db, accountId: number, client: Client): Promise<void> {
  const change = { accountId, kind: 'logged-in', client, at: deps.now() } as const
  const { address } = client
  const isKnown =
    (await isKnownAddress(deps, db, { who: accountId, address })) ||
    (await db.securityEvent.count({
      where: { accountId, kind: { in: ['registered', 'logged-in'] }, network: networkOf(address) },
    })) > 0
  await inTransaction(db, async (tx) => {
    if (isKnown) await recordEvent(tx, change)
    else await alertOwner(deps, tx, change)
  })
}
