import { type Db, inTransaction } from '../../store/transaction.ts'
import { endManaged } from '../managed/managed-account.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { recordRoleChange } from './record-role-change.ts'

/** @returns the name as it was registered; undefined if there is no such account of a person */
export const grantAdmin = (db: Db, username: string, at: Date): Promise<string | undefined> =>
  setAdmin(db, username, true, at)

/** Takes the role away. The next start gives it back to players whom `ADMINS` names. */
export const revokeAdmin = (db: Db, username: string, at: Date): Promise<string | undefined> =>
  setAdmin(db, username, false, at)

export async function listAdmins(db: Db): Promise<{ username: string; granted: boolean }[]> {
  const admins = await db.account.findMany({
    where: { role: 'admin' },
    select: { name: true, adminGranted: true },
    orderBy: { id: 'asc' },
  })
  return admins.map(({ name, adminGranted }) => ({ username: name, granted: adminGranted }))
}

const setAdmin = (db: Db, username: string, admin: boolean, at: Date): Promise<string | undefined> =>
  inTransaction(db, async (tx) => {
    const player = await tx.player.findUnique({
      where: { usernameKey: username.toLowerCase() },
      select: { id: true },
    })
    if (!player) return undefined
    // the player may become a bot at the same time
    await lockPlayer(tx, player.id)
    const account = await tx.account.findFirst({
      // only people can have roles
      where: { playerId: player.id, ...(admin && { player: { kind: 'human' } }) },
      select: { id: true, name: true, role: true, roles: true },
    })
    if (!account) return undefined
    const { id, name, ...before } = account
    const role = admin ? 'admin' : 'player'
    await tx.account.update({ where: { id }, data: { role, adminGranted: admin }, select: { id: true } })
    if (admin) await endManaged(tx, id)
    if (role !== before.role) await recordRoleChange(tx, player.id, before, role, at)
    return name
  })
