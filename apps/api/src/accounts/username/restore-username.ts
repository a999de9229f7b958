import type { Db } from '../../store/transaction.ts'
import { formerNamesOf, retireName } from '../names/former-names.ts'
import { setUsername } from './change-username.ts'

/** Gives a player the name that they had at a moment: an intruder may have changed it. Nobody gets the intruder's name. */
export async function restoreUsername(db: Db, accountId: number, since: Date): Promise<void> {
  const { playerId, name } = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const changed = (await formerNamesOf(db, playerId, since)).at(-1)
  if (!changed?.username) return
  await setUsername(db, { accountId, playerId, username: changed.username })
  // their own change of a year may still be to come
  await db.formerUsername.delete({ where: { hash: changed.hash } })
  if (name.toLowerCase() !== changed.username.toLowerCase()) await retireName(db, name, changed.createdAt)
}
