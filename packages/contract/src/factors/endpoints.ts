import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { addPasskeyBody, passkeyAddedSchema, passkeyOptionsSchema } from './passkeys.ts'
import { confirmTotpBody, factorsSchema, recoveryCodesSchema, totpSetupSchema } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })

export const FACTOR_ENDPOINTS = {
  getFactors: endpoint('getFactors', {
    summary: 'Get your second factors',
    description: 'What a log-in needs besides the password.',
    access: 'session',
    responses: { 200: factorsSchema },
  }),
  setUpTotp: endpoint('setUpTotp', {
    summary: 'Set up an authenticator app',
    description: `Creates the secret of an authenticator app (TOTP: RFC 6238, SHA-1, six digits, 30 seconds). Nothing changes until \`confirmTotp\`; a new call replaces the secret. Fails with \`conflict\` if you already use an app.`,
    access: 'session',
    proof: true,
    body: emptyBody,
    responses: { 201: totpSetupSchema },
    errors: ['conflict'],
  }),
  confirmTotp: endpoint('confirmTotp', {
    summary: 'Start using an authenticator app',
    description: `Takes a code of the app that was set up. From now on log-ins need one (\`logIn\`). Returns recovery codes for the case that you lose the app. Fails with \`wrong-credentials\` if the code is wrong, and with \`conflict\` if no app is being set up.`,
    access: 'session',
    proof: true,
    body: confirmTotpBody,
    responses: { 200: recoveryCodesSchema },
    errors: ['wrong-credentials', 'conflict'],
  }),
  removeTotp: endpoint('removeTotp', {
    summary: 'Stop using the authenticator app',
    description: `The recovery codes go too, if no second factor is left. Fails with \`not-found\` if you use no app.`,
    access: 'session',
    proof: true,
    responses: { 204: 'Removed' },
    errors: ['not-found'],
  }),
  challengePasskey: endpoint('challengePasskey', {
    summary: 'Get a challenge for a passkey',
    description:
      'Returns the options for `navigator.credentials.get()`, for `logIn` and `proveIdentity`. They work once and for five minutes. Fails with `conflict` if the server is used at an IP address, because passkeys belong to a domain name.',
    access: 'anyone',
    body: emptyBody,
    responses: { 200: passkeyOptionsSchema },
    errors: ['conflict'],
  }),
  startPasskey: endpoint('startPasskey', {
    summary: 'Start adding a passkey',
    description: `Returns the options for \`navigator.credentials.create()\`. They work once and for five minutes. Fails with \`conflict\` if the server is used at an IP address.`,
    access: 'session',
    proof: 'unless-first',
    body: emptyBody,
    responses: { 200: passkeyOptionsSchema },
    errors: ['conflict'],
  }),
  addPasskey: endpoint('addPasskey', {
    summary: 'Add a passkey',
    description: `The passkey logs in by itself, and log-ins with the password then need it or a code. Returns recovery codes with your first second factor. Fails with \`wrong-credentials\` if the passkey does not answer a challenge of \`startPasskey\`, with \`conflict\` if it was added before, and with \`limit-reached\` if you have too many.`,
    access: 'session',
    proof: 'unless-first',
    body: addPasskeyBody,
    responses: { 201: passkeyAddedSchema },
    errors: ['wrong-credentials', 'conflict', 'limit-reached'],
  }),
  removePasskey: endpoint('removePasskey', {
    summary: 'Remove a passkey',
    description: `The recovery codes go too, if no second factor is left. Fails with \`not-found\` if you have no such passkey.`,
    access: 'session',
    proof: true,
    params: idParams,
    responses: { 204: 'Removed' },
    errors: ['not-found'],
  }),
  renewRecoveryCodes: endpoint('renewRecoveryCodes', {
    summary: 'Replace your recovery codes',
    description: `Returns new codes; the old ones stop working. Fails with \`conflict\` if you have no second factor.`,
    access: 'session',
    proof: true,
    body: emptyBody,
    responses: { 200: recoveryCodesSchema },
    errors: ['conflict'],
  }),
}
