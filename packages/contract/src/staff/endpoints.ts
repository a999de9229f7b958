import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { playerParams } from '../people/schemas.ts'
import {
  addRoomyAddressBody,
  adminActPage,
  listAdminActsQuery,
  listRoomyAddressesQuery,
  listStaffQuery,
  roomyAddressPage,
  roomyAddressSchema,
  setRolesBody,
  staffMemberSchema,
  staffPage,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Admin', access: 'session', roles: ['admin'] })

export const STAFF_ENDPOINTS = {
  listStaff: endpoint('listStaff', {
    summary: 'List arbiters, moderators and admins',
    description: 'Everybody who has a role, by username.',
    query: listStaffQuery,
    responses: { 200: staffPage },
  }),
  setRoles: endpoint('setRoles', {
    summary: 'Set the roles of a player',
    description:
      'Replaces the roles of a player. It takes effect with their next request. An account without an e-mail address (`managed`) is no longer managed once it has a role. Fails with `not-found` also for an unknown club, and with `forbidden` for your own roles, for bots, and if it takes `admin` from somebody whom the setting `ADMINS` names.',
    proof: true,
    params: playerParams,
    body: setRolesBody,
    responses: { 200: staffMemberSchema },
    errors: ['not-found', 'forbidden'],
  }),
  listAdminActs: endpoint('listAdminActs', {
    summary: 'Read the log of admin acts',
    description:
      'Everything that arbiters, moderators and admins did, newest first. Entries are never changed. Rulings on reports about you are left out.',
    query: listAdminActsQuery,
    responses: { 200: adminActPage },
  }),
  addRoomyAddress: endpoint('addRoomyAddress', {
    summary: 'Widen the limits of an address',
    description:
      'For some hours thirty times as many people may register or play as guests from an address or network: a school, a club’s evening. It counts on all processes at once.',
    body: addRoomyAddressBody,
    responses: { 201: roomyAddressSchema },
  }),
  listRoomyAddresses: endpoint('listRoomyAddresses', {
    summary: 'List the addresses whose limits are wider',
    description:
      'Those that admins have added and that have not run out, newest first. Those of the setting `ROOMY_ADDRESSES` are left out.',
    query: listRoomyAddressesQuery,
    responses: { 200: roomyAddressPage },
  }),
  removeRoomyAddress: endpoint('removeRoomyAddress', {
    summary: 'End the wider limits of an address',
    description: 'From now on it has the limits of every address.',
    params: idParams,
    responses: { 204: 'Ended' },
    errors: ['not-found'],
  }),
}
