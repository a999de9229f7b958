import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { endManaged } from '../managed/managed-account.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { adminCode, needsAdminCode } from './admin-code.ts'
import { recordRoleChange } from './record-role-change.ts'

/**
 * Run at the start. Makes the people named in `ADMINS` admins and takes the role from all others, except those granted
 * by the command line. Logs the codes for names that are not registered yet.
 */
export async function syncAdmins(
  { config, log, now }: Pick<Deps, 'config' | 'log' | 'now'>,
  db: Db,
): Promise<void> {
  const accounts = await db.account.findMany({
    where: { OR: [{ role: 'admin' }, { player: { usernameKey: { in: config.admins } } }] },
    select: {
      id: true,
      role: true,
      roles: true,
      adminGranted: true,
      playerId: true,
      player: { select: { usernameKey: true, kind: true } },
    },
  })
  for (const { id, adminGranted, player, playerId, ...before } of accounts) {
    const isAdmin = adminGranted || config.admins.includes(player.usernameKey)
    const role = isAdmin && player.kind === 'human' ? 'admin' : 'player'
    if (role === before.role) continue
    const username = await inTransaction(db, async (tx) => {
      // another process may be making the player a bot
      await lockPlayer(tx, playerId)
      if (role === 'admin' && !(await tx.player.count({ where: { id: playerId, kind: 'human' } }))) return
      const data = { role } as const
      const { name } = await tx.account.update({ where: { id }, data, select: { name: true } })
      if (role === 'admin') await endManaged(tx, id)
      await recordRoleChange(tx, playerId, before, role, now())
      return name
    })
    if (username) log.info({ username, role }, 'ADMINS changed a role')
  }
  await logAdminCodes({ config, log }, db)
}

async function logAdminCodes({ config, log }: Pick<Deps, 'config' | 'log'>, db: Db): Promise<void> {
  const registered = await db.player.findMany({
    where: { usernameKey: { in: config.admins } },
    select: { usernameKey: true },
  })
  const registeredNames = new Set(registered.map((player) => player.usernameKey))
  // without the code nobody can register as an admin, so no LOG_LEVEL hides it
  const always = log.child({}, { level: 'warn' })
  for (const username of config.admins)
    if (!registeredNames.has(username) && needsAdminCode(config, username))
      always.warn({ username, adminCode: adminCode(config, username) }, 'register this admin with this code')
}
