import { z } from 'zod'
import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  accessRevokedSchema,
  changeEmailBody,
  changePasswordBody,
  mailDeliverySchema,
  PROOF_MINUTES,
  proofBody,
  proofSchema,
  requestPasswordResetBody,
  resetPasswordBody,
  sessionSchema,
  sessionsEndedSchema,
  VERIFICATION_HOURS,
  verifiedSchema,
  verifyEmailBody,
} from '../security.ts'

export const SECURITY_ENDPOINTS = {
  changeEmail: endpoint('changeEmail', {
    tag: 'Accounts',
    summary: 'Change your e-mail address',
    description:
      'Mails a link to the new address. The change takes effect when the link is opened (`verifyEmail`); the old address then gets a mail about it. A new request cancels the previous link. Fails with `wrong-credentials` if the password is wrong, `email-taken` if another account uses the address, and `conflict` if it is already your address.',
    access: 'session',
    body: changeEmailBody,
    responses: { 200: mailDeliverySchema },
    errors: ['wrong-credentials', 'email-taken', 'conflict', 'unavailable'],
  }),
  requestVerification: endpoint('requestVerification', {
    tag: 'Accounts',
    summary: 'Resend the verification link',
    description: `Mails a new link to the address that is not verified yet. It works for ${VERIFICATION_HOURS} hours. Fails with \`conflict\` if your address is already verified.`,
    access: 'session',
    body: emptyBody,
    responses: { 200: mailDeliverySchema },
    errors: ['conflict'],
  }),
  verifyEmail: endpoint('verifyEmail', {
    tag: 'Accounts',
    summary: 'Verify an e-mail address',
    description:
      'Takes the token from the mailed link; no login is needed. Fails with `link-expired` if the link is invalid, used or too old, and with `email-taken` if another account has verified the address meanwhile.',
    access: 'anyone',
    body: verifyEmailBody,
    responses: { 200: verifiedSchema },
    errors: ['link-expired', 'email-taken'],
  }),
  requestPasswordReset: endpoint('requestPasswordReset', {
    tag: 'Accounts',
    summary: 'Request a password reset',
    description:
      'Mails a link to the account’s address. It works once and for one hour. The response is the same if there is no such account, so that it does not reveal who has one.',
    access: 'anyone',
    body: requestPasswordResetBody,
    responses: { 200: mailDeliverySchema },
    errors: [],
  }),
  resetPassword: endpoint('resetPassword', {
    tag: 'Accounts',
    summary: 'Set a new password with a reset link',
    description:
      'Ends all sessions; log in with the new password afterwards. Revokes all personal tokens, disconnects all apps and deletes all webhooks, unless `keepPrograms` is true. The e-mail address that received the link counts as verified. Fails with `link-expired` if the link is invalid, used or too old, and with `weak-password` if the password is easily guessed.',
    access: 'anyone',
    body: resetPasswordBody,
    responses: { 200: accessRevokedSchema },
    errors: ['link-expired', 'weak-password', 'unavailable'],
  }),
  changePassword: endpoint('changePassword', {
    tag: 'Accounts',
    summary: 'Change your password',
    description:
      'Ends all your other sessions. Personal tokens and connected apps keep working. Fails with `wrong-credentials` if the current password is wrong, with `weak-password` if the new one is easily guessed, and with `rate-limited` after too many attempts.',
    access: 'session',
    body: changePasswordBody,
    responses: { 200: sessionsEndedSchema },
    errors: ['wrong-credentials', 'weak-password', 'unavailable'],
  }),
  proveIdentity: endpoint('proveIdentity', {
    tag: 'Accounts',
    summary: 'Prove your identity again',
    description: `Sensitive changes, such as making a token, need a log-in, a registration or this call in the last ${PROOF_MINUTES} minutes of the session; otherwise they fail with \`proof-needed\`. It takes your password, or a code of your second factor. Fails with \`wrong-credentials\` if that is wrong, and with \`rate-limited\` after too many attempts.`,
    access: 'session',
    body: proofBody,
    responses: { 200: proofSchema },
    errors: ['wrong-credentials', 'unavailable'],
  }),
  revokeAll: endpoint('revokeAll', {
    tag: 'Accounts',
    summary: 'Revoke all access to your account',
    description:
      'Ends all sessions except the current one, revokes all personal tokens, disconnects all apps, deletes all webhooks, and closes their live sockets and streams.',
    access: 'session',
    body: emptyBody,
    responses: { 200: accessRevokedSchema },
    errors: [],
  }),
  listSessions: endpoint('listSessions', {
    tag: 'Accounts',
    summary: 'List your sessions',
    description:
      'Where you are logged in, newest first, at most 50. Locations and IP addresses are not stored.',
    access: 'session',
    responses: { 200: z.object({ items: z.array(sessionSchema) }) },
    errors: [],
  }),
  endSession: endpoint('endSession', {
    tag: 'Accounts',
    summary: 'End a session',
    description: 'Logs out one session and closes its live sockets.',
    access: 'session',
    params: idParams,
    responses: { 204: 'Ended' },
    errors: ['not-found'],
  }),
  endOtherSessions: endpoint('endOtherSessions', {
    tag: 'Accounts',
    summary: 'End all other sessions',
    description: 'Logs out every session except the current one and closes their live sockets.',
    access: 'session',
    responses: { 200: sessionsEndedSchema },
    errors: [],
  }),
}
