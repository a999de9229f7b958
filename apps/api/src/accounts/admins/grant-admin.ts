import type { Tx } from '../../store/transaction.ts'

/** @returns the name as it was registered; undefined if there is no such account */
export const grantAdmin = (tx: Tx, username: string): Promise<string | undefined> =>
  setRole(tx, username, true)

/** Takes the role away. The next start gives it back to players whom `ADMINS` names. */
export const revokeAdmin = (tx: Tx, username: string): Promise<string | undefined> =>
  setRole(tx, username, false)

export async function listAdmins(tx: Tx): Promise<{ username: string; granted: boolean }[]> {
  const admins = await tx.account.findMany({
    where: { role: 'admin' },
    select: { name: true, adminGranted: true },
    orderBy: { id: 'asc' },
  })
  return admins.map(({ name, adminGranted }) => ({ username: name, granted: adminGranted }))
}

async function setRole(tx: Tx, username: string, admin: boolean): Promise<string | undefined> {
  const [account] = await tx.account.updateManyAndReturn({
    where: { player: { usernameKey: username.toLowerCase() } },
    data: { role: admin ? 'admin' : 'player', adminGranted: admin },
    select: { name: true },
  })
  return account?.name
}
