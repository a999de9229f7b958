import { z } from 'zod'
import { warningPage } from '../claims/schemas.ts'
import { page, pageQuery, text } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { userSchema } from '../people/profiles.ts'
import { givenWarningPage } from '../reports/schemas.ts'
import {
  accountResponse,
  accountSchema,
  changeUsernameBody,
  createdTokenSchema,
  createGuestBody,
  createTokenBody,
  GUEST_DAYS,
  GUEST_GAMES,
  GUEST_IDLE_HOURS,
  logInBody,
  registerBody,
  registrationPuzzleSchema,
  revokeLeakedTokenBody,
  tokenSchema,
  USERNAME_CHANGE_DAYS,
  updateAccountBody,
  usernameSchema,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })
const tokenEndpoint = endpointsOf({ tag: 'Tokens' })

export const ACCOUNT_ENDPOINTS = {
  getRegistrationPuzzle: endpoint('getRegistrationPuzzle', {
    summary: 'Get a puzzle for a registration',
    description:
      'A host can ask for a proof of work with each registration, so that nobody makes thousands of accounts. Find a `nonce` for which the SHA-256 of `text:username:nonce` (UTF-8, the username in lower case, the nonce in decimal digits) begins with `bits` zero bits, and send `{ text, nonce }` as `puzzle` of `register`. A puzzle is good for ten minutes, a solution for one username. `puzzle` is null if the host asks for none.',
    access: 'anyone',
    responses: { 200: z.object({ puzzle: registrationPuzzleSchema.nullable() }) },
  }),
  createGuest: endpoint('createGuest', {
    summary: 'Play as a guest',
    description: `Creates a guest, a player named \`guest-\` and a number without e-mail address and password, and logs in: the response sets a session cookie. A guest plays built-in bots (\`createChallenge\`) and whoever sends an invitation link (\`acceptInvite\`), unrated, at most ${GUEST_GAMES} running games at a time. Calls that are not for guests fail with \`guests-cannot\`. \`register\` turns the guest into an account.

A game against a built-in bot in which nothing happens for ${GUEST_IDLE_HOURS} hours is cancelled. A guest without a running game who does nothing for ${GUEST_DAYS} days is logged out for good; their games stay. Programs cannot be guests: there are no tokens.

A guest who makes the call again stays who they are. Fails with \`conflict\` for everyone else who is logged in, with \`rate-limited\` after too many guests from one address, and with \`registration-closed\` if the host wants no guests.`,
    access: 'anyone',
    body: createGuestBody,
    responses: { 201: accountResponse },
    errors: ['conflict', 'registration-closed'],
  }),
  register: endpoint('register', {
    summary: 'Register an account',
    description:
      'Creates an account with its player and logs in: the response sets a session cookie. Fails with `username-taken` if the username is or was in use, in upper or lower case, or is reserved for the server and its host, such as `admin`, or looks like such a name, such as `Adrnin`; with `email-taken` if another account uses the address; with `weak-password` if the password is easily guessed; and with `forbidden` if the username is reserved for an admin and `adminCode` is missing or wrong, or the account is to be a bot. Fails with `puzzle-needed` if the host asks for the solution of a puzzle (`getRegistrationPuzzle`) and `puzzle` is missing, too old or wrong; with `registration-closed` if only staff make accounts; and with `invitation-needed` if the host asks for an invitation and `invitation` is missing, unknown, used up, ended or has expired. Usernames that the host configured as admins register in any case, also where `password-login-off` refuses everybody else because people log in with the host’s provider only.\n\nA guest who registers remains the same player, with their games, messages and settings, under the new name. Fails with `guests-cannot` if a guest registers a bot.',
    access: 'anyone',
    body: registerBody,
    responses: { 201: accountResponse },
    errors: [
      'username-taken',
      'email-taken',
      'conflict',
      'weak-password',
      'guests-cannot',
      'forbidden',
      'puzzle-needed',
      'registration-closed',
      'invitation-needed',
      'password-login-off',
      'unavailable',
    ],
  }),
  getSession: endpoint('getSession', {
    summary: 'Get the account of the session',
    description:
      'For pages: who is logged in with the session cookie. `account` is null for visitors, and for tokens, which use `getAccount`.',
    access: 'anyone',
    responses: { 200: z.object({ account: accountSchema.nullable() }) },
  }),
  logIn: endpoint('logIn', {
    summary: 'Log in',
    description:
      'Logs in with a username or a verified e-mail address. The response sets a session cookie. Fails with `wrong-credentials`, and with `rate-limited` after too many failed attempts for the same account: from one address, or from many addresses that have not logged in to it before. A password reset lifts the limit. If the account has a second factor, a right password without `code` or `passkey` fails with `second-factor-needed`: send both. A passkey alone (`challengePasskey`) logs in without username and password; at an IP address it fails with `conflict`. Where people log in with the host’s provider only (`startOidc`), a username and password fail with `password-login-off`, but for the usernames that the host configured as admins.',
    access: 'anyone',
    body: logInBody,
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
  logOut: endpoint('logOut', {
    summary: 'Log out',
    description: 'Ends the current session and closes its live sockets.',
    access: 'session',
    guests: true,
    responses: { 204: 'Logged out' },
  }),
  getAccount: endpoint('getAccount', {
    summary: 'Get your account',
    description: 'Returns the account of the session or token, with its settings.',
    access: 'account:read',
    guests: true,
    responses: { 200: accountSchema },
  }),
  updateAccount: endpoint('updateAccount', {
    summary: 'Update your settings',
    description:
      'Changes the given settings and leaves the others. With `kind: "bot"` the account becomes a bot account for good. That fails with `not-a-new-account` if the account has played a game or has an open challenge, is entered in a tournament, is on a ladder or is in a club, with `forbidden` if you have a role, and with `guests-cannot` for guests. The profile’s `about` cannot be set by guests, nor while you are `muted`. A token without `account:read` learns no address.',
    access: 'account:write',
    guests: true,
    body: updateAccountBody,
    responses: { 200: accountSchema },
    errors: ['guests-cannot', 'not-a-new-account', 'forbidden', 'muted'],
  }),
  changeUsername: endpoint('changeUsername', {
    summary: 'Change your username',
    description: `Calls that name a player, such as \`getUser\`, find you by your old name too, you can log in with it, and nobody else gets it. You get a mail. Fails with \`limit-reached\` if you have changed your username in the last ${USERNAME_CHANGE_DAYS} days, \`username-taken\` as in \`register\`, \`conflict\` if it is already your username, and \`forbidden\` if the host has made you an admin by your username.`,
    access: 'session',
    proof: true,
    body: changeUsernameBody,
    responses: { 200: accountSchema },
    errors: ['username-taken', 'conflict', 'limit-reached', 'forbidden', 'muted'],
  }),
  createToken: tokenEndpoint('createToken', {
    summary: 'Create a personal token',
    description:
      'Creates a token for one of your own programs. The secret is returned only in this response. Give the token only the scopes it needs. Fails with `forbidden` if anyone but an admin asks for `admin:claims` or `admin:reports`, and with `limit-reached` if you have too many tokens. You get a mail about the token.',
    access: 'session',
    proof: true,
    body: createTokenBody,
    responses: { 201: createdTokenSchema },
    errors: ['limit-reached'],
  }),
  listTokens: tokenEndpoint('listTokens', {
    summary: 'List your personal tokens',
    description: 'Newest first. The secrets are not included.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: page(tokenSchema) },
  }),
  revokeToken: tokenEndpoint('revokeToken', {
    summary: 'Revoke a personal token',
    description:
      'The token stops working at once, and its live sockets are closed. Fails with `not-found` if you have no such token.',
    access: 'session',
    params: z.strictObject({ id: text(1, 64).describe('The `id` of the token from `listTokens`') }),
    responses: { 204: 'Revoked' },
    errors: ['not-found'],
  }),
  revokeLeakedToken: tokenEndpoint('revokeLeakedToken', {
    summary: 'Revoke a leaked token',
    description:
      'Revokes a token that somebody found in public. It needs no login, because possession of the token is enough. The token stops working at once, and its live sockets are closed. Fails with `not-found` if the token is unknown or already revoked.',
    access: 'anyone',
    anyOrigin: true,
    body: revokeLeakedTokenBody,
    responses: { 204: 'Revoked' },
    errors: ['not-found'],
  }),
  getUser: endpoint('getUser', {
    summary: 'Get a player’s public profile',
    description:
      'The username is case-insensitive. A former username finds the player too; the response has the current one. Fails with `not-found` if there is no such player.',
    access: 'reader',
    params: z.strictObject({ username: usernameSchema.describe('The player’s username') }),
    responses: { 200: userSchema },
    errors: ['not-found'],
  }),
  listWarnings: endpoint('listWarnings', {
    summary: 'List your warnings from rulings on claims',
    description:
      'The game and the reason of each warning, newest first. Only you and whoever rules can see them. `listAllWarnings` also includes warnings after reports.',
    access: 'account:read',
    guests: true,
    query: z.strictObject(pageQuery),
    responses: { 200: warningPage },
  }),
  listAllWarnings: endpoint('listAllWarnings', {
    summary: 'List all your warnings',
    description:
      'Your warnings after claims and after reports, with the reason, newest first. Only you and whoever rules can see them.',
    access: 'account:read',
    guests: true,
    query: z.strictObject(pageQuery),
    responses: { 200: givenWarningPage },
  }),
}
