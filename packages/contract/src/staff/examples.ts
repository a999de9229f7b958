import { bram, cato } from '../people/example-players.ts'
import type { AdminAct, RoomyAddress, StaffMember } from './schemas.ts'

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

const member: StaffMember = { player: bram, roles: ['arbiter'], managerOf: [], fixed: false }
const act: AdminAct = {
  id: 318,
  kind: 'roles-changed',
  by: cato,
  player: bram,
  reason: null,
  details: { before: [], after: ['arbiter'] },
  at: '2026-11-22T10:05:00.000Z',
}

const roomyAddress: RoomyAddress = { id: 4, network: '192.0.2.0/24', until: '2026-11-22T22:00:00.000Z' }

export const STAFF_EXAMPLES = {
  listStaff: { response: onePage(member) },
  setRoles: { body: { roles: member.roles }, response: member },
  listAdminActs: { response: onePage(act) },
  addRoomyAddress: { body: { network: '192.0.2.0/24', hours: 12 }, response: roomyAddress },
  listRoomyAddresses: { response: onePage(roomyAddress) },
}
