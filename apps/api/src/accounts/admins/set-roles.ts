import { ok, type Result } from '@tegenzet/common'
import type { StaffMember, StaffRole } from '@tegenzet/contract'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { credentialRefused } from '../credentials/credential-refused.ts'
import { endManaged } from '../managed/managed-account.ts'
import { findPerson } from '../players/find-person.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { readStaffMember } from './staff.ts'

interface SetRoles {
  username: string
  /** All roles of the player from now on. */
  roles: readonly StaffRole[]
  /** The slugs of the clubs whose members a manager looks after. Without it, of all. */
  managerOf?: readonly string[]
  caller: Caller
  arrivedAt: Date
}

/** Replaces a player's roles. Every request reads them anew, so it takes effect at once. */
export async function setRoles(
  deps: Deps,
  db: Db,
  { username, roles, managerOf = [], caller, arrivedAt }: SetRoles,
): Promise<Result<StaffMember, Refusal>> {
  const found = await findPerson(db, username)
  if (!found.ok) return found
  const player = found.value
  if (player.id === caller.playerId) return refuse('forbidden', 'Another admin has to change your own roles.')
  if (player.kind !== 'human') return PEOPLE_ONLY
  return inTransaction(db, async (tx) => {
    // a sanction may be imposed at the same time, or the player become a bot
    await lockPlayer(tx, player.id)
    const ended = await credentialRefused(deps, tx, caller)
    if (ended) return ended
    if ((await tx.player.count({ where: { id: player.id, kind: 'human' } })) === 0) return PEOPLE_ONLY
    const clubs = await tx.club.findMany({
      where: { slug: { in: [...managerOf] }, endedAt: null },
      select: { id: true, slug: true },
    })
    const unknown = managerOf.find((slug) => !clubs.some((club) => club.slug === slug))
    if (unknown !== undefined) return refuse('not-found', `There is no club ${unknown}.`)
    const { roles: before, fixed } = await readStaffMember(deps, tx, player.id)
    const isAdmin = roles.includes('admin')
    if (fixed && !isAdmin)
      return refuse('forbidden', `The setting ADMINS names ${player.username}, who therefore stays an admin.`)
    const { id: accountId } = await tx.account.update({
      where: { playerId: player.id },
      data: {
        role: isAdmin ? 'admin' : 'player',
        // what ADMINS gives, it also takes away
        adminGranted: isAdmin && !fixed,
        roles: roles.filter((role) => role !== 'admin'),
        managerOf: clubs.map(({ id }) => id),
      },
      select: { id: true },
    })
    if (roles.length > 0) await endManaged(tx, accountId)
    const after = await readStaffMember(deps, tx, player.id)
    const details = { before, after: after.roles, ...(clubs.length > 0 && { managerOf: after.managerOf }) }
    await recordAct(tx, {
      kind: 'roles-changed',
      byId: caller.playerId,
      playerId: player.id,
      details,
      at: arrivedAt,
    })
    return ok(after)
  })
}

const PEOPLE_ONLY = refuse('forbidden', 'Only people can have roles.')
