import { z } from 'zod'
import { emptyBody, idParams, pageQuery } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import {
  accessRevokedSchema,
  changeEmailBody,
  changePasswordBody,
  mailDeliverySchema,
  nameSessionBody,
  notMeBody,
  PROOF_MINUTES,
  proofBody,
  proofSchema,
  requestPasswordResetBody,
  resetPasswordBody,
  securedSchema,
  sessionSchema,
  sessionsEndedSchema,
  VERIFICATION_HOURS,
  verifiedSchema,
  verifyEmailBody,
} from './schemas.ts'
import { NOT_ME_HOURS, SECURITY_LOG_DAYS, securityEventPage } from './security-log.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })

export const SECURITY_ENDPOINTS = {
  changeEmail: endpoint('changeEmail', {
    summary: 'Change your e-mail address',
    description:
      'Mails a link to the new address. The change takes effect when the link is opened (`verifyEmail`); the old address then gets a mail about it, if it was verified. A new request cancels the previous link. Fails with `wrong-credentials` if the password is wrong, `email-taken` if another account uses the address, and `conflict` if it is already your address.',
    access: 'session',
    body: changeEmailBody,
    responses: { 200: mailDeliverySchema },
    errors: ['wrong-credentials', 'email-taken', 'conflict', 'unavailable'],
  }),
  requestVerification: endpoint('requestVerification', {
    summary: 'Resend the verification link',
    description: `Mails a new link to the address that is not verified yet. It works for ${VERIFICATION_HOURS} hours. Fails with \`conflict\` if your address is already verified.`,
    access: 'session',
    body: emptyBody,
    responses: { 200: mailDeliverySchema },
    errors: ['conflict'],
  }),
  verifyEmail: endpoint('verifyEmail', {
    summary: 'Verify an e-mail address',
    description:
      'Takes the token from the mailed link; no login is needed. Fails with `link-expired` if the link is invalid, used or too old, and with `email-taken` if another account has verified the address meanwhile.',
    access: 'anyone',
    body: verifyEmailBody,
    responses: { 200: verifiedSchema },
    errors: ['link-expired', 'email-taken'],
  }),
  requestPasswordReset: endpoint('requestPasswordReset', {
    summary: 'Request a password reset',
    description:
      'Mails a link to the account’s address. It works once and for one hour. The response is the same if there is no such account, so that it does not reveal who has one.',
    access: 'anyone',
    body: requestPasswordResetBody,
    responses: { 200: mailDeliverySchema },
  }),
  resetPassword: endpoint('resetPassword', {
    summary: 'Set a new password with a reset link',
    description:
      'Ends all sessions; log in with the new password afterwards. Revokes all personal tokens, disconnects all apps, deletes all webhooks and ends the calendar URL, unless `keepPrograms` is true. The e-mail address that received the link counts as verified, and a requested change of it is cancelled. Fails with `link-expired` if the link is invalid, used or too old, and with `weak-password` if the password is easily guessed.',
    access: 'anyone',
    body: resetPasswordBody,
    responses: { 200: accessRevokedSchema },
    errors: ['link-expired', 'weak-password', 'unavailable'],
  }),
  changePassword: endpoint('changePassword', {
    summary: 'Change your password',
    description:
      'Ends all your other sessions. Personal tokens and connected apps keep working. Who has no password yet sets one without `currentPassword`; with a second factor that fails with `proof-needed` unless you have just proved your identity. Fails with `wrong-credentials` if the current password is wrong or missing, with `weak-password` if the new one is easily guessed, and with `rate-limited` after too many attempts.',
    access: 'session',
    body: changePasswordBody,
    responses: { 200: sessionsEndedSchema },
    errors: ['wrong-credentials', 'weak-password', 'proof-needed', 'unavailable'],
  }),
  proveIdentity: endpoint('proveIdentity', {
    summary: 'Prove your identity again',
    description: `Sensitive changes, such as making a token, need a log-in, a registration or this call in the last ${PROOF_MINUTES} minutes of the session; otherwise they fail with \`proof-needed\`. It takes your password, a code, or the answer of a passkey. Fails with \`wrong-credentials\` if that is wrong, with \`conflict\` for a passkey if the server is used at an IP address, and with \`rate-limited\` after too many attempts.`,
    access: 'session',
    body: proofBody,
    responses: { 200: proofSchema },
    errors: ['wrong-credentials', 'conflict', 'unavailable'],
  }),
  listSecurityEvents: endpoint('listSecurityEvents', {
    summary: 'List what happened to your account',
    description: `Log-ins, proofs of identity, copies of your data, requests for deletion, and changes of your password, e-mail address, second factors, tokens and apps, newest first, for ${SECURITY_LOG_DAYS} days. You get a mail about those that matter. IP addresses are not stored, only their networks.`,
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: securityEventPage },
  }),
  reportNotMe: endpoint('reportNotMe', {
    summary: 'Secure an account that somebody else has used',
    description: `Takes the token from the link “this was not me” in a mail about the account; no login is needed. The link works once and for ${NOT_ME_HOURS} hours. Ends all sessions, revokes all tokens, disconnects all apps, deletes all webhooks, ends the calendar URL, cancels a requested deletion of the account, and removes second factors that were added since. Second factors that were removed are not restored. The password stops working, and the e-mail address becomes the one that got the mail. Returns a token to set a new password with (\`resetPassword\`). Fails with \`link-expired\` if the link is invalid, used or too old.`,
    access: 'anyone',
    body: notMeBody,
    responses: { 200: securedSchema },
    errors: ['link-expired', 'unavailable'],
  }),
  revokeAll: endpoint('revokeAll', {
    summary: 'Revoke all access to your account',
    description:
      'Ends all sessions except the current one, revokes all personal tokens, disconnects all apps, deletes all webhooks, ends the calendar URL, and closes their live sockets and streams.',
    access: 'session',
    body: emptyBody,
    responses: { 200: accessRevokedSchema },
  }),
  listSessions: endpoint('listSessions', {
    summary: 'List your sessions',
    description: 'Where you are logged in, newest first, at most 50.',
    access: 'session',
    responses: { 200: z.object({ items: z.array(sessionSchema) }) },
  }),
  nameSession: endpoint('nameSession', {
    summary: 'Name a session',
    description: 'Gives one of your sessions a name, so that you recognise it. null removes the name.',
    access: 'session',
    params: idParams,
    body: nameSessionBody,
    responses: { 200: sessionSchema },
    errors: ['not-found'],
  }),
  endSession: endpoint('endSession', {
    summary: 'End a session',
    description: 'Logs out one session and closes its live sockets.',
    access: 'session',
    params: idParams,
    responses: { 204: 'Ended' },
    errors: ['not-found'],
  }),
  endOtherSessions: endpoint('endOtherSessions', {
    summary: 'End all other sessions',
    description: 'Logs out every session except the current one and closes their live sockets.',
    access: 'session',
    responses: { 200: sessionsEndedSchema },
  }),
}
