import { z } from 'zod'
import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  changeEmailBody,
  changePasswordBody,
  mailDeliverySchema,
  requestPasswordResetBody,
  resetPasswordBody,
  sessionSchema,
  sessionsEndedSchema,
  verifiedSchema,
  verifyEmailBody,
} from '../security.ts'

/** E-mail addresses, passwords and sessions. */
export const SECURITY_ENDPOINTS = {
  changeEmail: endpoint('changeEmail', {
    tag: 'Accounts',
    summary: 'Change your e-mail address',
    description:
      'A link is mailed to the new address; once it is opened the address is yours and the old one is told. Until then nothing changes. Asked anew, the earlier link is void.',
    access: 'session',
    body: changeEmailBody,
    responses: { 200: mailDeliverySchema },
    errors: ['wrong-credentials', 'email-taken', 'conflict', 'unavailable'],
  }),
  requestVerification: endpoint('requestVerification', {
    tag: 'Accounts',
    summary: 'Have the link to verify your address sent again',
    description:
      'To the address of your account, or to the one it is to have. It works for 48 hours. `conflict` where nothing is left to be verified.',
    access: 'session',
    body: emptyBody,
    responses: { 200: mailDeliverySchema },
    errors: ['conflict'],
  }),
  verifyEmail: endpoint('verifyEmail', {
    tag: 'Accounts',
    summary: 'Verify an e-mail address',
    description: 'With the link that was mailed there; nobody needs to be logged in.',
    access: 'anyone',
    body: verifyEmailBody,
    responses: { 200: verifiedSchema },
    errors: ['link-expired', 'email-taken'],
  }),
  requestPasswordReset: endpoint('requestPasswordReset', {
    tag: 'Accounts',
    summary: 'Ask for a link to set a new password',
    description:
      'By username or e-mail address. It is mailed to the account’s address and works once, for an hour. The answer is the same where there is no such account.',
    access: 'anyone',
    body: requestPasswordResetBody,
    responses: { 200: mailDeliverySchema },
    errors: [],
  }),
  resetPassword: endpoint('resetPassword', {
    tag: 'Accounts',
    summary: 'Set a new password with the link',
    description:
      'Logs the account out everywhere; who set it logs in with it. Personal tokens and connected apps go on. The address the link was mailed to is verified by that.',
    access: 'anyone',
    body: resetPasswordBody,
    responses: { 200: sessionsEndedSchema },
    errors: ['link-expired', 'unavailable'],
  }),
  changePassword: endpoint('changePassword', {
    tag: 'Accounts',
    summary: 'Change your password',
    description:
      'Logs you out everywhere else. Personal tokens and connected apps go on. Attempts are limited as those to log in.',
    access: 'session',
    body: changePasswordBody,
    responses: { 200: sessionsEndedSchema },
    errors: ['wrong-credentials', 'unavailable'],
  }),
  listSessions: endpoint('listSessions', {
    tag: 'Accounts',
    summary: 'Where you are logged in',
    description: 'Newest first; there are 50 at most. Places and addresses are not kept.',
    access: 'session',
    responses: { 200: z.object({ items: z.array(sessionSchema) }) },
    errors: [],
  }),
  endSession: endpoint('endSession', {
    tag: 'Accounts',
    summary: 'Log out somewhere',
    description: 'Ends one session and closes its live sockets.',
    access: 'session',
    params: idParams,
    responses: { 204: 'Ended' },
    errors: ['not-found'],
  }),
  endOtherSessions: endpoint('endOtherSessions', {
    tag: 'Accounts',
    summary: 'Log out everywhere else',
    description: 'Ends every session but this one, and closes their live sockets.',
    access: 'session',
    responses: { 200: sessionsEndedSchema },
    errors: [],
  }),
}
