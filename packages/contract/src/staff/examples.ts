import { bram, cato } from '../people/example-players.ts'
import type { AdminAct, StaffMember } from './schemas.ts'

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

const member: StaffMember = { player: bram, roles: ['arbiter'], fixed: false }
const act: AdminAct = {
  id: 318,
  kind: 'roles-changed',
  by: cato,
  player: bram,
  reason: null,
  details: { before: [], after: ['arbiter'] },
  at: '2026-11-22T10:05:00.000Z',
}

export const STAFF_EXAMPLES = {
  listStaff: { response: onePage(member) },
  setRoles: { body: { roles: member.roles }, response: member },
  listAdminActs: { response: onePage(act) },
}
