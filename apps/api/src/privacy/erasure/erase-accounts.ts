import { leaveCompetitions } from '../../competition/leave-competitions.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import { closeAccount } from './close-account.ts'
import { erasePerson } from './erase-person.ts'

const AT_ONCE = 20

/**
 * Erases the accounts whose waiting time is over, in two runs: the first closes the account, the next one erases what is
 * left. By then every request that began before has ended. A run that is cut off is repeated: the account's row goes last.
 * @returns how many accounts it found
 */
export async function eraseAccounts(deps: Deps, db: Db): Promise<number> {
  const due = await db.account.findMany({
    where: { deletesAt: { lte: deps.now() } },
    orderBy: { deletesAt: 'asc' },
    take: AT_ONCE,
    select: { id: true, playerId: true, name: true, player: { select: { kind: true } } },
  })
  for (const { id: accountId, playerId, name, player } of due)
    try {
      const erased = { accountId, playerId, username: name }
      const wasClosed = player.kind === 'closed'
      if (!wasClosed && !(await closeAccount(deps, db, erased))) continue
      await leaveCompetitions(db, playerId, deps.now())
      if (wasClosed) await erasePerson(db, erased)
    } catch (error) {
      // the others must not wait for this one
      deps.log.error({ err: error, account: accountId }, 'an account could not be erased; it is tried again')
    }
  return due.length
}
