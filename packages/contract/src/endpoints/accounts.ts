import { z } from 'zod'
import {
  accountResponse,
  accountSchema,
  createdTokenSchema,
  createTokenBody,
  logInBody,
  registerBody,
  revokeLeakedTokenBody,
  tokenSchema,
  updateAccountBody,
  usernameSchema,
  userSchema,
} from '../accounts.ts'
import { warningPage } from '../claims.ts'
import { page, pageQuery, text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { givenWarningPage } from '../reports.ts'

/** Accounts, sessions, personal tokens and profiles. */
export const ACCOUNT_ENDPOINTS = {
  register: endpoint('register', {
    tag: 'Accounts',
    summary: 'Register',
    description:
      'Makes an account and its player and logs in: the answer sets a session cookie. A username is unique whatever its case and is never given out again.',
    access: 'anyone',
    body: registerBody,
    responses: { 201: accountResponse },
    errors: ['username-taken', 'email-taken', 'forbidden', 'unavailable'],
  }),
  logIn: endpoint('logIn', {
    tag: 'Accounts',
    summary: 'Log in',
    description:
      'By username, or by e-mail address once that is verified. The answer sets a session cookie. Attempts are limited by account and address together.',
    access: 'anyone',
    body: logInBody,
    responses: { 200: accountResponse },
    errors: ['wrong-credentials', 'unavailable'],
  }),
  logOut: endpoint('logOut', {
    tag: 'Accounts',
    summary: 'Log out',
    description: 'Ends the session and closes its live sockets.',
    access: 'session',
    responses: { 204: 'Logged out' },
    errors: [],
  }),
  getAccount: endpoint('getAccount', {
    tag: 'Accounts',
    summary: 'Your account',
    description: 'The account of the session or token, with its settings.',
    access: 'account:read',
    responses: { 200: accountSchema },
    errors: [],
  }),
  updateAccount: endpoint('updateAccount', {
    tag: 'Accounts',
    summary: 'Change your settings',
    description:
      'Changes the settings that are named and leaves the others. `kind: "bot"` makes it a bot’s account, for good: while it has never played a game and no challenge by it or to it is open.',
    access: 'account:write',
    body: updateAccountBody,
    responses: { 200: accountSchema },
    errors: ['not-a-new-account'],
  }),
  createToken: endpoint('createToken', {
    tag: 'Tokens',
    summary: 'Make a personal token',
    description:
      'A token for a program of yours, with the scopes it needs. It is shown this once and kept hashed. Only an admin’s token can hold `admin:claims` or `admin:reports`.',
    access: 'session',
    body: createTokenBody,
    responses: { 201: createdTokenSchema },
    errors: ['limit-reached'],
  }),
  listTokens: endpoint('listTokens', {
    tag: 'Tokens',
    summary: 'Your personal tokens',
    description: 'Newest first, without the tokens themselves.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: page(tokenSchema) },
    errors: [],
  }),
  revokeToken: endpoint('revokeToken', {
    tag: 'Tokens',
    summary: 'Revoke a token',
    description: 'From now on the token is refused; its live sockets are closed.',
    access: 'session',
    params: z.strictObject({ id: text(1, 64).describe('Its id, as the list of your tokens shows it') }),
    responses: { 204: 'Revoked' },
    errors: ['not-found'],
  }),
  revokeLeakedToken: endpoint('revokeLeakedToken', {
    tag: 'Tokens',
    summary: 'Revoke a token you found',
    description:
      'For anybody who comes upon a personal token where it should not be: whoever holds it may end it, without logging in. From now on it is refused; its live sockets are closed.',
    access: 'anyone',
    anyOrigin: true,
    body: revokeLeakedTokenBody,
    responses: { 204: 'Revoked' },
    errors: ['not-found'],
  }),
  getUser: endpoint('getUser', {
    tag: 'Accounts',
    summary: 'A player’s public profile',
    description: 'Whatever the case of the name asked for.',
    access: 'anyone',
    params: z.strictObject({ username: usernameSchema.describe('Of whom') }),
    responses: { 200: userSchema },
    errors: ['not-found'],
  }),
  listWarnings: endpoint('listWarnings', {
    tag: 'Accounts',
    summary: 'Warnings you were given with rulings on claims',
    description:
      'By admins, with the game and the reason; newest first. Only you and admins see them. `listAllWarnings` has those after reports too.',
    access: 'account:read',
    query: z.strictObject(pageQuery),
    responses: { 200: warningPage },
    errors: [],
  }),
  listAllWarnings: endpoint('listAllWarnings', {
    tag: 'Accounts',
    summary: 'All warnings you were given',
    description:
      'By admins, with rulings on claims and after reports, with the reason; newest first. Only you and admins see them.',
    access: 'account:read',
    query: z.strictObject(pageQuery),
    responses: { 200: givenWarningPage },
    errors: [],
  }),
}
