import type { Deps } from '../../deps.ts'
import { adminCode, needsAdminCode } from './admin-code.ts'

/**
 * At the start: who is named in `ADMINS` is an admin, who no longer is loses it; what was granted by hand stays. The
 * names not registered yet are logged with the codes that registering them needs.
 */
export async function syncAdmins({ config, database, log }: Deps): Promise<void> {
  const { prisma } = database
  const changed = await prisma.$queryRaw<{ username: string; role: string }[]>`
    UPDATE accounts SET role = wanted.role
    FROM (
      SELECT a.id, p.username,
        (CASE WHEN a.admin_granted OR p.username_key = ANY(${config.admins}) THEN 'admin' ELSE 'player' END)::role AS role
      FROM accounts a JOIN players p ON p.id = a.player_id
      WHERE a.role = 'admin' OR p.username_key = ANY(${config.admins})
    ) wanted
    WHERE accounts.id = wanted.id AND accounts.role <> wanted.role
    RETURNING wanted.username, accounts.role::text`
  for (const { username, role } of changed) log.info({ username, role }, 'role changed by ADMINS')

  const registered = await prisma.player.findMany({
    where: { usernameKey: { in: config.admins } },
    select: { usernameKey: true },
  })
  const taken = new Set(registered.map((player) => player.usernameKey))
  for (const username of config.admins)
    if (!taken.has(username) && needsAdminCode(config, username))
      log.warn({ username, adminCode: adminCode(config, username) }, 'register this admin with this code')
}
