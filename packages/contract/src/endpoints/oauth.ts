import { z } from 'zod'
import { idParams, page, pageQuery, text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  appSchema,
  appSecretResponse,
  authorizationRequestQuery,
  authorizationRequestSchema,
  authorizationServerSchema,
  authorizeQuery,
  connectedAppSchema,
  consentBody,
  consentResponse,
  createAppBody,
  createdAppSchema,
  oauthErrorSchema,
  oauthTokenSchema,
  revocationBody,
  tokenBody,
  updateAppBody,
} from '../oauth.ts'

const appParams = z.strictObject({ id: text(1, 64).describe('The `client_id`') })

/** Apps that act for players by OAuth 2.1: registering one, connecting it, ending that. */
export const OAUTH_ENDPOINTS = {
  createApp: endpoint('createApp', {
    tag: 'Apps',
    summary: 'Register an app',
    description:
      'A program that other players can let act for them, by OAuth 2.1. Most have no secret: a program on people’s devices cannot keep one.',
    access: 'session',
    body: createAppBody,
    responses: { 201: createdAppSchema },
    errors: ['limit-reached'],
  }),
  listApps: endpoint('listApps', {
    tag: 'Apps',
    summary: 'Apps you registered',
    description: 'Newest first, without their secrets.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: page(appSchema) },
    errors: [],
  }),
  getApp: endpoint('getApp', {
    tag: 'Apps',
    summary: 'An app you registered',
    description: 'Without its secret.',
    access: 'session',
    params: appParams,
    responses: { 200: appSchema },
    errors: ['not-found'],
  }),
  updateApp: endpoint('updateApp', {
    tag: 'Apps',
    summary: 'Change an app',
    description: 'Changes what is named and leaves the rest. Who has connected it stays connected.',
    access: 'session',
    params: appParams,
    body: updateAppBody,
    responses: { 200: appSchema },
    errors: ['not-found'],
  }),
  deleteApp: endpoint('deleteApp', {
    tag: 'Apps',
    summary: 'Delete an app',
    description:
      'Ends every connection of it: tokens are refused, live sockets and streams closed, webhooks gone.',
    access: 'session',
    params: appParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found'],
  }),
  rotateAppSecret: endpoint('rotateAppSecret', {
    tag: 'Apps',
    summary: 'A new secret for an app',
    description:
      'The old one is refused from now on; who is connected stays connected. Only of a confidential app.',
    access: 'session',
    params: appParams,
    responses: { 200: appSecretResponse },
    errors: ['not-found', 'conflict'],
  }),
  listConnectedApps: endpoint('listConnectedApps', {
    tag: 'Apps',
    summary: 'Apps that act for you',
    description: 'What each may do and when it last did anything; the one connected last first.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: page(connectedAppSchema) },
    errors: [],
  }),
  disconnectApp: endpoint('disconnectApp', {
    tag: 'Apps',
    summary: 'Disconnect an app',
    description:
      'Its tokens for you are refused from now on, its live sockets and streams closed, its webhooks gone. It must ask you anew.',
    access: 'session',
    params: idParams,
    responses: { 204: 'Disconnected' },
    errors: ['not-found'],
  }),
  authorizeApp: endpoint('authorizeApp', {
    tag: 'Apps',
    summary: 'Ask a player for rights',
    description:
      'Not called but opened in a browser: the player is asked, and the browser goes back to `redirect_uri` with `code`, `state` and `iss`, or with `error` (RFC 6749, RFC 9207). PKCE with S256 is required. Where all of it was allowed before, and `redirect_uri` is https, nobody is asked. With an unknown `client_id` or `redirect_uri` the browser stays here and shows why.',
    access: 'anyone',
    query: authorizeQuery,
    responses: { 302: 'To the page that asks, or back to the app' },
    errors: [],
  }),
  getAuthorizationRequest: endpoint('getAuthorizationRequest', {
    tag: 'Apps',
    summary: 'What an app asks for',
    description:
      'For the page that asks the player: the app and the scopes. A request that cannot be answered is malformed; `detail` says why.',
    access: 'session',
    query: authorizationRequestQuery,
    responses: { 200: authorizationRequestSchema },
    errors: [],
  }),
  consent: endpoint('consent', {
    tag: 'Apps',
    summary: 'Allow or refuse what an app asks for',
    description: 'What is allowed is remembered: the same app is not asked about the same scopes again.',
    access: 'session',
    body: consentBody,
    responses: { 200: consentResponse },
    errors: [],
  }),
  issueToken: endpoint('issueToken', {
    tag: 'Apps',
    summary: 'Get tokens for a code, or renew them',
    description:
      'The token endpoint of RFC 6749: `application/x-www-form-urlencoded` (or JSON), and errors as the RFC words them, not as problem+json. An access token lasts an hour. Every refresh token is good for one use and answered by the next; one that is used again ends all tokens of that app for that player, unless it is within a minute and gets the same answer. Confidential apps send their secret by `Authorization: Basic` or in the body.',
    access: 'anyone',
    body: tokenBody,
    responses: { 200: oauthTokenSchema, 400: oauthErrorSchema, 401: oauthErrorSchema },
    form: true,
    anyOrigin: true,
    errors: [],
  }),
  revokeAppToken: endpoint('revokeAppToken', {
    tag: 'Apps',
    summary: 'Give a token back',
    description:
      'The revocation endpoint of RFC 7009. A refresh token takes the access tokens of the same grant with it; live sockets and streams are closed. A token that is not known answers 200 too.',
    access: 'anyone',
    body: revocationBody,
    responses: { 200: 'Not valid from now on', 400: oauthErrorSchema, 401: oauthErrorSchema },
    form: true,
    anyOrigin: true,
    errors: [],
  }),
  getAuthorizationServer: endpoint('getAuthorizationServer', {
    tag: 'Apps',
    summary: 'Where and how apps are connected',
    description: 'The metadata of RFC 8414, by which OAuth libraries set themselves up.',
    access: 'anyone',
    responses: { 200: authorizationServerSchema },
    errors: [],
  }),
}
