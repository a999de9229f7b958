import { accountResponse } from '../accounts/schemas.ts'
import { emptyBody } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { DEVICE_CODE_MINUTES, LOGIN_CODE_DAYS } from '../limits.ts'
import { MANAGERS } from '../roles.ts'
import {
  createdMembersSchema,
  createMembersBody,
  deviceCodeSchema,
  listMembersQuery,
  logInWithCodeBody,
  loginCodeSchema,
  memberPage,
  memberParams,
  renewMemberCodeBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })
const staffEndpoint = endpointsOf({ tag: 'Admin', access: 'session', roles: MANAGERS, proof: true })

export const MEMBER_ENDPOINTS = {
  createMembers: staffEndpoint('createMembers', {
    summary: 'Make accounts for people without an e-mail address',
    description: `Each gets a code that logs in once, within ${LOGIN_CODE_DAYS} days. It is returned only here. Fails with \`password-login-off\` where people log in with the host’s provider only. Makes all of them or none: fails with \`conflict\` if names are taken, reserved or given twice, and \`usernames\` lists these. A manager of certain clubs must name one of them as \`club\`; otherwise it fails with \`forbidden\`.`,
    fieldFeatures: { club: 'clubs' },
    body: createMembersBody,
    responses: { 201: createdMembersSchema },
    errors: ['password-login-off', 'forbidden', 'not-found', 'conflict', 'club-full'],
  }),
  listMembers: staffEndpoint('listMembers', {
    summary: 'List the members without an e-mail address',
    description:
      'By username. A manager of certain clubs sees only members made for these, and gets `forbidden` with another `club`.',
    query: listMembersQuery,
    responses: { 200: memberPage },
    errors: ['forbidden', 'not-found'],
  }),
  renewMemberCode: staffEndpoint('renewMemberCode', {
    summary: 'Give a member a new code',
    description: `For somebody who has lost the code or wants to log in on another device. It logs in once, within ${LOGIN_CODE_DAYS} days, and the old one stops working. A second factor is still asked for, unless \`endSessions\` removes it, with the password and all sessions. Fails with \`forbidden\` for accounts that are not yours to manage: whoever has an e-mail address, a role, or was made for another club.`,
    params: memberParams,
    body: renewMemberCodeBody,
    responses: { 201: loginCodeSchema },
    errors: ['password-login-off', 'forbidden', 'not-found'],
  }),
  deleteMember: staffEndpoint('deleteMember', {
    summary: 'Delete the account of a member',
    description:
      'The same as `deleteAccount` by the member: the account is deleted after seven days, and until then the member can log in and keep it. Fails with `forbidden` as `renewMemberCode`.',
    params: memberParams,
    responses: { 204: 'The account will be deleted' },
    errors: ['forbidden', 'not-found'],
  }),
  logInWithCode: endpoint('logInWithCode', {
    summary: 'Log in with a code',
    description:
      'Takes a code from a manager or from another device of yours, once. The response sets a session cookie. A wrong, used or expired code fails with `unauthenticated`. If the account has a second factor, a right code without `secondFactor` or `passkey` fails with `second-factor-needed` and is not used up: send both. Such a log-in is no proof of identity. Fails with `rate-limited` after too many wrong codes.',
    access: 'anyone',
    body: logInWithCodeBody,
    responses: { 200: accountResponse },
    errors: [
      'password-login-off',
      'account-closed',
      'wrong-credentials',
      'second-factor-needed',
      'conflict',
      'unavailable',
    ],
  }),
  createDeviceCode: endpoint('createDeviceCode', {
    summary: 'Get a code for another device',
    description: `For members without an e-mail address (\`managed\`), for others it fails with \`conflict\`. It logs in once, within ${DEVICE_CODE_MINUTES} minutes; a new one replaces it. A second factor is still asked for.`,
    access: 'session',
    body: emptyBody,
    responses: { 201: deviceCodeSchema },
    errors: ['password-login-off', 'conflict'],
  }),
}
