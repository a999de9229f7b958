import { endpoint } from '../endpoint.ts'
import { playerParams } from '../people/schemas.ts'
import {
  adminActPage,
  listAdminActsQuery,
  listStaffQuery,
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
      'Replaces the roles of a player. It takes effect with their next request. Fails with `forbidden` for your own roles, for bots, and if it takes `admin` from somebody whom the setting `ADMINS` names.',
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
}
