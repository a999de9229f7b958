import { recordAct } from '../../admin-log/record-act.ts'
import type { Db } from '../../store/transaction.ts'
import { staffRoles } from '../players/staff-roles.ts'

/** Records that the host made somebody an admin or took that role away, by the command line or `ADMINS`. */
export const recordRoleChange = (
  db: Db,
  playerId: number,
  before: { role: string; roles: string[] },
  role: 'admin' | 'player',
  at: Date,
): Promise<void> =>
  recordAct(db, {
    kind: 'roles-changed',
    byId: null,
    playerId,
    at,
    details: { before: staffRoles(before), after: staffRoles({ ...before, role }) },
  })
