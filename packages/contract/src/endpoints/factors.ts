import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { confirmTotpBody, factorsSchema, recoveryCodesSchema, totpSetupSchema } from '../factors.ts'
import { addPasskeyBody, passkeyAddedSchema, passkeyOptionsSchema } from '../passkeys.ts'

const NEEDS_PROOF =
  'Fails with `proof-needed` if you have not logged in or proved your identity (`proveIdentity`) in the last 10 minutes.'

export const FACTOR_ENDPOINTS = {
  getFactors: endpoint('getFactors', {
    tag: 'Accounts',
    summary: 'Get your second factors',
    description: 'What a log-in needs besides the password.',
    access: 'session',
    responses: { 200: factorsSchema },
    errors: [],
  }),
  setUpTotp: endpoint('setUpTotp', {
    tag: 'Accounts',
    summary: 'Set up an authenticator app',
    description: `Creates the secret of an authenticator app (TOTP: RFC 6238, SHA-1, six digits, 30 seconds). Nothing changes until \`confirmTotp\`; a new call replaces the secret. Fails with \`conflict\` if you already use an app. ${NEEDS_PROOF}`,
    access: 'session',
    body: emptyBody,
    responses: { 201: totpSetupSchema },
    errors: ['proof-needed', 'conflict'],
  }),
  confirmTotp: endpoint('confirmTotp', {
    tag: 'Accounts',
    summary: 'Start using an authenticator app',
    description: `Takes a code of the app that was set up. From now on log-ins need one (\`logIn\`). Returns recovery codes for the case that you lose the app. Fails with \`wrong-credentials\` if the code is wrong, and with \`conflict\` if no app is being set up. ${NEEDS_PROOF}`,
    access: 'session',
    body: confirmTotpBody,
    responses: { 200: recoveryCodesSchema },
    errors: ['proof-needed', 'wrong-credentials', 'conflict'],
  }),
  removeTotp: endpoint('removeTotp', {
    tag: 'Accounts',
    summary: 'Stop using the authenticator app',
    description: `The recovery codes go too, if no second factor is left. Fails with \`not-found\` if you use no app. ${NEEDS_PROOF}`,
    access: 'session',
    responses: { 204: 'Removed' },
    errors: ['proof-needed', 'not-found'],
  }),
  challengePasskey: endpoint('challengePasskey', {
    tag: 'Accounts',
    summary: 'Get a challenge for a passkey',
    description:
      'Returns the options for `navigator.credentials.get()`, for `logIn` and `proveIdentity`. They work once and for five minutes. Fails with `conflict` if the server is used at an IP address, because passkeys belong to a domain name.',
    access: 'anyone',
    body: emptyBody,
    responses: { 200: passkeyOptionsSchema },
    errors: ['conflict'],
  }),
  startPasskey: endpoint('startPasskey', {
    tag: 'Accounts',
    summary: 'Start adding a passkey',
    description: `Returns the options for \`navigator.credentials.create()\`. They work once and for five minutes. Fails with \`conflict\` if the server is used at an IP address. ${NEEDS_PROOF}`,
    access: 'session',
    body: emptyBody,
    responses: { 200: passkeyOptionsSchema },
    errors: ['proof-needed', 'conflict'],
  }),
  addPasskey: endpoint('addPasskey', {
    tag: 'Accounts',
    summary: 'Add a passkey',
    description: `The passkey logs in by itself, and log-ins with the password then need it or a code. Returns recovery codes with your first second factor. Fails with \`wrong-credentials\` if the passkey does not answer a challenge of \`startPasskey\`, with \`conflict\` if it was added before, and with \`limit-reached\` if you have too many. ${NEEDS_PROOF}`,
    access: 'session',
    body: addPasskeyBody,
    responses: { 201: passkeyAddedSchema },
    errors: ['proof-needed', 'wrong-credentials', 'conflict', 'limit-reached'],
  }),
  removePasskey: endpoint('removePasskey', {
    tag: 'Accounts',
    summary: 'Remove a passkey',
    description: `The recovery codes go too, if no second factor is left. Fails with \`not-found\` if you have no such passkey. ${NEEDS_PROOF}`,
    access: 'session',
    params: idParams,
    responses: { 204: 'Removed' },
    errors: ['proof-needed', 'not-found'],
  }),
  renewRecoveryCodes: endpoint('renewRecoveryCodes', {
    tag: 'Accounts',
    summary: 'Replace your recovery codes',
    description: `Returns new codes; the old ones stop working. Fails with \`conflict\` if you have no second factor. ${NEEDS_PROOF}`,
    access: 'session',
    body: emptyBody,
    responses: { 200: recoveryCodesSchema },
    errors: ['proof-needed', 'conflict'],
  }),
}
