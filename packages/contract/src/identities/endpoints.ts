import { emptyBody } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import {
  completedOidcSchema,
  completeOidcBody,
  finishOidcQuery,
  identitiesSchema,
  linkIdentityResponse,
  OIDC_MINUTES,
  OIDC_PROBLEMS,
  pendingOidcSchema,
  startOidcQuery,
  unlinkIdentityBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })

export const IDENTITY_ENDPOINTS = {
  startOidc: endpoint('startOidc', {
    summary: 'Log in with the host’s own accounts',
    description:
      'For pages: sends the browser to the OpenID Connect provider that `getAbout` names as `oidc`. With `fresh`, whoever is logged in here proves their identity there for this session, with an identity of this account. Fails with `not-found` if there is no provider. If the provider does not answer, the browser is sent to the login page, whose `problem` is `unavailable`.',
    access: 'anyone',
    query: startOidcQuery,
    responses: { 302: 'To the provider, or to a page that says what is wrong' },
    errors: ['not-found'],
  }),
  finishOidc: endpoint('finishOidc', {
    summary: 'Come back from the host’s provider',
    description: `The redirect URI of this site, which the provider sends the browser to. Sets a session cookie and sends the browser to \`next\`, to \`/login/continue\` if the person has to choose a username or send a second factor, and otherwise to a page whose query has the \`problem\`: ${OIDC_PROBLEMS.map((problem) => `\`${problem}\``).join(', ')}. A log-in is finished once, by the browser that began it, within ${OIDC_MINUTES} minutes.`,
    access: 'anyone',
    query: finishOidcQuery,
    responses: { 302: 'To a page of this site' },
    errors: ['not-found'],
  }),
  getPendingOidc: endpoint('getPendingOidc', {
    summary: 'Get what a log-in with the host’s provider still needs',
    description:
      'For the page `/login/continue`. Fails with `not-found` if this browser has begun none, or too long ago.',
    access: 'anyone',
    responses: { 200: pendingOidcSchema },
    errors: ['not-found'],
  }),
  completeOidc: endpoint('completeOidc', {
    summary: 'Complete a log-in with the host’s provider',
    description:
      'Takes what `getPendingOidc` asks for: a username, which creates the account, or the second factor. The response sets a session cookie. A guest who chooses a username remains the same player. Fails with `not-found` if this browser has begun no log-in, or too long ago, with `conflict` if it needs something else, with `username-taken` as in `register`, and with `registration-closed` or `invitation-needed` if the host lets new people in only so.',
    access: 'anyone',
    body: completeOidcBody,
    responses: { 200: completedOidcSchema },
    errors: [
      'not-found',
      'conflict',
      'username-taken',
      'registration-closed',
      'invitation-needed',
      'wrong-credentials',
      'account-closed',
      'unavailable',
    ],
  }),
  listIdentities: endpoint('listIdentities', {
    summary: 'List your accounts with the host’s provider',
    description: 'With each of them you can log in here. Newest first.',
    access: 'session',
    responses: { 200: identitiesSchema },
  }),
  linkIdentity: endpoint('linkIdentity', {
    summary: 'Link your account with the host’s provider',
    description: `Starts a log-in there; it becomes yours when the browser comes back. You get a mail. Whoever has neither a password nor a second factor needs no proof. Fails with \`not-found\` if there is no provider, and with \`unavailable\` if it does not answer.`,
    access: 'session',
    proof: 'unless-first',
    body: emptyBody,
    responses: { 200: linkIdentityResponse },
    errors: ['not-found', 'unavailable'],
  }),
  unlinkIdentity: endpoint('unlinkIdentity', {
    summary: 'Unlink an account with the host’s provider',
    description:
      'It logs in no more. You get a mail. Fails with `not-found` if you have no such identity, and with `conflict` if it is your last way to log in: set a password or add a passkey first.',
    access: 'session',
    proof: true,
    body: unlinkIdentityBody,
    responses: { 204: 'Unlinked' },
    errors: ['not-found', 'conflict'],
  }),
}
