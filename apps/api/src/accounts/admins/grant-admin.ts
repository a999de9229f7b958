import type { Database } from '@tegenzet/db'

/** @returns the name as its owner writes it; undefined where nobody has registered it */
export async function grantAdmin({ prisma }: Database, username: string): Promise<string | undefined> {
  return setRole(prisma, username, true)
}

/** Takes the role, granted or not; the next start gives it back to whom `ADMINS` still names. */
export async function revokeAdmin({ prisma }: Database, username: string): Promise<string | undefined> {
  return setRole(prisma, username, false)
}

export async function listAdmins({ prisma }: Database): Promise<{ username: string; granted: boolean }[]> {
  const admins = await prisma.account.findMany({
    where: { role: 'admin' },
    select: { name: true, adminGranted: true },
    orderBy: { id: 'asc' },
  })
  return admins.map(({ name, adminGranted }) => ({ username: name, granted: adminGranted }))
}

async function setRole(
  prisma: Database['prisma'],
  username: string,
  admin: boolean,
): Promise<string | undefined> {
  const [account] = await prisma.account.updateManyAndReturn({
    where: { player: { usernameKey: username.toLowerCase() } },
    data: { role: admin ? 'admin' : 'player', adminGranted: admin },
    select: { name: true },
  })
  return account?.name
}
