import type { Caller } from '../../http/caller.ts'
import { type Refused, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { staffRoles } from '../players/staff-roles.ts'

/** The ids of the clubs whose members a manager looks after. */
export type ManagerScope = 'all' | ReadonlySet<number>

/** Reads it anew, because an admin may be changing the caller's roles. @returns null if they are no manager any more */
export async function readManagerScope(tx: Tx, caller: Caller): Promise<ManagerScope | null> {
  const { role, roles, managerOf } = await tx.account.findUniqueOrThrow({
    where: { id: caller.accountId },
    select: { role: true, roles: true, managerOf: true },
  })
  const held = staffRoles({ role: caller.factorMissing ? 'player' : role, roles })
  if (held.includes('admin')) return 'all'
  if (!held.includes('manager')) return null
  return managerOf.length === 0 ? 'all' : new Set(managerOf)
}

export const managersOnly = refuse('forbidden', 'Only managers and admins may do this.')

/** Refuses members of a club that is not the manager's. @param clubId null: members made for no club */
export const outOfScope = (scope: ManagerScope, clubId: number | null): Refused | null =>
  scope === 'all' || (clubId !== null && scope.has(clubId))
    ? null
    : refuse('forbidden', 'You look after the members of other clubs only.')
