import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
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

export const STAFF_ENDPOINTS = {
  listStaff: endpoint('listStaff', {
    tag: 'Admin',
    summary: 'List arbiters, moderators and admins',
    description: 'Everybody who has a role, by username.',
    access: 'session',
    roles: ['admin'],
    query: listStaffQuery,
    responses: { 200: staffPage },
    errors: [],
  }),
  setRoles: endpoint('setRoles', {
    tag: 'Admin',
    summary: 'Set the roles of a player',
    description:
      'Replaces the roles of a player. It takes effect with their next request. An account without an e-mail address (`managed`) is no longer managed once it has a role. Fails with `not-found` also for an unknown club, and with `forbidden` for your own roles, for bots, and if it takes `admin` from somebody whom the setting `ADMINS` names.',
    access: 'session',
    proof: true,
    roles: ['admin'],
    params: playerParams,
    body: setRolesBody,
    responses: { 200: staffMemberSchema },
    errors: ['not-found', 'forbidden'],
  }),
  listAdminActs: endpoint('listAdminActs', {
    tag: 'Admin',
    summary: 'Read the log of admin acts',
    description:
      'Everything that arbiters, moderators and admins did, newest first. Entries are never changed. Rulings on reports about you are left out.',
    access: 'session',
    roles: ['admin'],
    query: listAdminActsQuery,
    responses: { 200: adminActPage },
    errors: [],
  }),
  addRoomyAddress: endpoint('addRoomyAddress', {
    tag: 'Admin',
    summary: 'Widen the limits of an address',
    description:
      'For some hours thirty times as many people may register or play as guests from an address or network: a school, a club’s evening. It counts on all processes at once.',
    access: 'session',
    roles: ['admin'],
    body: addRoomyAddressBody,
    responses: { 201: roomyAddressSchema },
    errors: [],
  }),
  listRoomyAddresses: endpoint('listRoomyAddresses', {
    tag: 'Admin',
    summary: 'List the addresses whose limits are wider',
    description:
      'Those that admins have added and that have not run out, newest first. Those of the setting `ROOMY_ADDRESSES` are left out.',
    access: 'session',
    roles: ['admin'],
    query: listRoomyAddressesQuery,
    responses: { 200: roomyAddressPage },
    errors: [],
  }),
  removeRoomyAddress: endpoint('removeRoomyAddress', {
    tag: 'Admin',
    summary: 'End the wider limits of an address',
    description: 'From now on it has the limits of every address.',
    access: 'session',
    roles: ['admin'],
    params: idParams,
    responses: { 204: 'Ended' },
    errors: ['not-found'],
  }),
}
