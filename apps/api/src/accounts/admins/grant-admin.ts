import { ok } from '@tegenzet/rules'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { recordRoleChange } from './record-role-change.ts'

/** @returns the name as it was registered; undefined if there is no such account of a person */
export const grantAdmin = (tx: Tx, username: string, at: Date): Promise<string | undefined> =>
  setAdmin(tx, username, true, at)

/** Takes the role away. The next start gives it back to players whom `ADMINS` names. */
export const revokeAdmin = (tx: Tx, username: string, at: Date): Promise<string | undefined> =>
  setAdmin(tx, username, false, at)

export async function listAdmins(tx: Tx): Promise<{ username: string; granted: boolean }[]> {
  const admins = await tx.account.findMany({
    where: { role: 'admin' },
    select: { name: true, adminGranted: true },
    orderBy: { id: 'asc' },
  })
  return admins.map(({ name, adminGranted }) => ({ username: name, granted: adminGranted }))
}

async function setAdmin(tx: Tx, username: string, admin: boolean, at: Date): Promise<string | undefined> {
  const account = await tx.account.findFirst({
    // only people can have roles
    where: { player: { usernameKey: username.toLowerCase(), ...(admin && { kind: 'human' }) } },
    select: { id: true, name: true, playerId: true, role: true, roles: true },
  })
  if (!account) return undefined
  const { id, name, playerId, ...before } = account
  const role = admin ? 'admin' : 'player'
  await inTransaction(tx, async (tx) => {
    await tx.account.update({ where: { id }, data: { role, adminGranted: admin }, select: { id: true } })
    if (role !== before.role) await recordRoleChange(tx, playerId, before, role, at)
    return ok(undefined)
  })
  return name
}
