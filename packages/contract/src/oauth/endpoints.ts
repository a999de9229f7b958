import { z } from 'zod'
import { idParams, page, pageQuery, text } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
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
} from './schemas.ts'

const appParams = z.strictObject({
  id: text(1, 64).describe('The `id` of the app, which is its `client_id`'),
})

const endpoint = endpointsOf({ tag: 'Apps', feature: 'apps' })

export const OAUTH_ENDPOINTS = {
  createApp: endpoint('createApp', {
    summary: 'Register an app',
    description:
      'Registers a program that other players can authorize to act for them, with OAuth 2.1. Only confidential apps get a secret, because a program on people’s devices cannot keep one. Fails with `limit-reached` if you have too many apps, and with `validation` if the name is reserved for the server and its host, such as `Tegenzet Support`, or looks like such a name.',
    access: 'session',
    begins: true,
    proof: true,
    body: createAppBody,
    responses: { 201: createdAppSchema },
    errors: ['limit-reached', 'muted'],
  }),
  listApps: endpoint('listApps', {
    summary: 'List your apps',
    description: 'Apps that you registered, newest first, without their secrets.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: page(appSchema) },
  }),
  getApp: endpoint('getApp', {
    summary: 'Get one of your apps',
    description: 'An app that you registered, without its secret.',
    access: 'session',
    params: appParams,
    responses: { 200: appSchema },
    errors: ['not-found'],
  }),
  updateApp: endpoint('updateApp', {
    summary: 'Update an app',
    description:
      'Changes the given fields and leaves the others. Players who have connected the app stay connected. Fails with `validation` if the name is reserved for the server and its host, or looks like such a name.',
    access: 'session',
    proof: true,
    params: appParams,
    body: updateAppBody,
    responses: { 200: appSchema },
    errors: ['not-found', 'muted'],
  }),
  deleteApp: endpoint('deleteApp', {
    summary: 'Delete an app',
    description:
      'Ends all its connections: its tokens stop working, its live sockets and streams are closed, and its webhooks are deleted.',
    access: 'session',
    proof: true,
    params: appParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found'],
  }),
  rotateAppSecret: endpoint('rotateAppSecret', {
    summary: 'Replace an app’s secret',
    description:
      'Returns a new secret; the old one stops working at once. Connected players stay connected. Fails with `conflict` if the app is not confidential.',
    access: 'session',
    proof: true,
    params: appParams,
    responses: { 200: appSecretResponse },
    errors: ['not-found', 'conflict'],
  }),
  listConnectedApps: endpoint('listConnectedApps', {
    summary: 'List the apps that act for you',
    description: 'What each app may do and when it was last used, latest connection first.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: page(connectedAppSchema) },
  }),
  disconnectApp: endpoint('disconnectApp', {
    summary: 'Disconnect an app',
    description:
      'Its tokens for your account stop working, its live sockets and streams are closed, and its webhooks are deleted. The app must ask you again.',
    access: 'session',
    params: idParams,
    responses: { 204: 'Disconnected' },
    errors: ['not-found'],
  }),
  authorizeApp: endpoint('authorizeApp', {
    summary: 'Start the authorization of an app',
    description:
      'Open this URL in the player’s browser; do not call it. The player is asked to allow the scopes, and the browser returns to `redirect_uri` with `code`, `state` and `iss`, or with `error` (RFC 6749, RFC 9207). PKCE with S256 is required. If the player has already allowed all scopes and `redirect_uri` uses https, they are not asked again. With an unknown `client_id` or `redirect_uri` the browser does not return, and the player sees the reason.',
    access: 'anyone',
    begins: true,
    query: authorizeQuery,
    responses: { 302: 'Redirect to the consent page or back to the app' },
  }),
  getAuthorizationRequest: endpoint('getAuthorizationRequest', {
    summary: 'Get an app’s authorization request',
    description:
      'For the consent page: the app and the scopes it asks for. Fails with `validation` if the request is invalid; `detail` has the reason.',
    access: 'session',
    begins: true,
    query: authorizationRequestQuery,
    responses: { 200: authorizationRequestSchema },
  }),
  consent: endpoint('consent', {
    summary: 'Allow or refuse an authorization request',
    description:
      'For the consent page. Send the browser to `redirectTo` afterwards. Allowed scopes are remembered, so the app does not have to ask for them again. Allowing fails with `proof-needed` if you have not logged in or proved your identity (`proveIdentity`) in the last 10 minutes.',
    access: 'session',
    begins: true,
    body: consentBody,
    responses: { 200: consentResponse },
    errors: ['proof-needed'],
  }),
  issueToken: endpoint('issueToken', {
    summary: 'Get or refresh an app’s tokens',
    description:
      'The token endpoint of RFC 6749. It accepts a form (`application/x-www-form-urlencoded`) or JSON. Errors have the format of the RFC, not problem+json. An access token lasts an hour. A refresh token can be used once and is replaced by the one in the response. Repeating the request within a minute returns the same response; using the old token later revokes all tokens of the app for that player. Confidential apps send their secret with `Authorization: Basic` or in the body.',
    access: 'anyone',
    begins: true,
    body: tokenBody,
    responses: { 200: oauthTokenSchema, 400: oauthErrorSchema, 401: oauthErrorSchema },
    form: true,
    anyOrigin: true,
  }),
  revokeAppToken: endpoint('revokeAppToken', {
    summary: 'Revoke an app’s token',
    description:
      'The revocation endpoint of RFC 7009. Revoking a refresh token also revokes the access tokens of the same grant and closes their live sockets and streams. An unknown token also gets 200.',
    access: 'anyone',
    body: revocationBody,
    responses: { 200: 'Revoked', 400: oauthErrorSchema, 401: oauthErrorSchema },
    form: true,
    anyOrigin: true,
  }),
  getAuthorizationServer: endpoint('getAuthorizationServer', {
    summary: 'Get the OAuth server metadata',
    description: 'The metadata of RFC 8414, from which OAuth libraries configure themselves.',
    access: 'anyone',
    responses: { 200: authorizationServerSchema },
  }),
}
