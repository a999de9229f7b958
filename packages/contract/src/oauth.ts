import { z } from 'zod'
import { instant, text } from './common.ts'
import { APP_SCOPES } from './scopes.ts'

/** Rights of an app last so long: the app renews an access token, and a connection not renewed in time ends. */
export const ACCESS_TOKEN_SECONDS = 3600
export const REFRESH_TOKEN_SECONDS = 90 * 86_400
/** For the app to come for its tokens, once the player has said yes. */
export const AUTHORIZATION_CODE_SECONDS = 600

const scopes = z.array(z.enum(APP_SCOPES))

/** Shown to people beside a question: nothing in it hides, or turns the text around it about. */
const appName = text(1, 60).regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]+(?<!\s)$/u, 'expected words in one line')

const isWebAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && !username && !password
}
const homepage = text(1, 300).refine(isWebAddress, 'expected https://… or http://…')

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Where a browser may be sent back to (RFC 8252, RFC 9700): https, http on the very machine, or a scheme of the app's
 * own, which has a dot as in a domain turned around.
 */
const isRedirectUri = (uri: string): boolean => {
  if (!URL.canParse(uri) || /[#\s\\]/.test(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username || password) return false
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol === 'https:' || protocol.includes('.')
}
const redirectUri = text(1, 300)
  .refine(isRedirectUri, 'expected https://…, http://127.0.0.1/… or a scheme such as org.example.app:/…')
  .meta({ examples: ['https://app.example.org/callback'] })
const redirectUris = z
  .array(redirectUri)
  .min(1)
  .max(10)
  .refine((uris) => new Set(uris).size === uris.length, 'each address once')
  .describe(
    'Where browsers are sent back to, matched to the letter; of `http://127.0.0.1`, `[::1]` and `localhost` the port may differ',
  )

export const createAppBody = z.strictObject({
  name: appName.describe('What players read when they are asked'),
  homepage: homepage.optional(),
  redirectUris,
  confidential: z
    .boolean()
    .default(false)
    .describe(
      'Whether it runs on a server that can keep a secret; programs on people’s devices and in browsers cannot',
    ),
})

export const updateAppBody = z
  .strictObject({ name: appName, homepage: homepage.nullable(), redirectUris })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'expected at least one change')

export const appSchema = z
  .object({
    id: z.string().describe('The `client_id`'),
    name: z.string(),
    homepage: z.string().nullable(),
    redirectUris: z.array(z.string()),
    confidential: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'App' })
export type App = z.output<typeof appSchema>

const secret = z.string().describe('The `client_secret`, shown this once; starts with `tzs_`')
export const createdAppSchema = appSchema
  .extend({
    secret: secret.nullable().describe('Null unless confidential. Shown this once; starts with `tzs_`'),
  })
  .meta({ id: 'CreatedApp' })
export const appSecretResponse = z.object({ secret })

const appShown = appSchema.pick({ id: true, name: true, homepage: true })

export const connectedAppSchema = z
  .object({
    id: z.int(),
    app: appShown,
    scopes: scopes.describe('What you have allowed it'),
    connectedAt: instant,
    lastUsedAt: instant.nullable().describe('To the minute'),
  })
  .meta({ id: 'ConnectedApp' })
export type ConnectedApp = z.output<typeof connectedAppSchema>

const parameter = (what: string) => text(0, 4000).optional().describe(what)

/** The parameters of RFC 6749; what else is sent is ignored, as the RFC has it. */
export const authorizeQuery = z.object({
  response_type: parameter('`code`'),
  client_id: parameter('The app’s id'),
  redirect_uri: parameter('One of the app’s, to the letter'),
  scope: parameter('Scopes with spaces between them').meta({ examples: ['game:read game:play'] }),
  state: parameter('Handed back as it is'),
  code_challenge: parameter('Base64url of the SHA-256 of a random text (RFC 7636); always required'),
  code_challenge_method: parameter('`S256`'),
  prompt: parameter('`consent`: ask even where all of it was allowed before'),
})

const request = text(1, 12_000).describe(
  'All the parameters that the app asked with, as they stand in the page’s own address (`/authorize?…`)',
)
export const authorizationRequestQuery = z.strictObject({ request })
export const authorizationRequestSchema = z
  .object({
    app: appShown.extend({ createdAt: instant }),
    scopes: scopes.describe('What it asks for, without what your account cannot give'),
    redirectUri: z.string().describe('Where an answer leads to'),
    allowed: scopes.describe('What you have allowed it before'),
  })
  .meta({ id: 'AuthorizationRequest' })
export type AuthorizationRequest = z.output<typeof authorizationRequestSchema>

export const consentBody = z.strictObject({ request, accept: z.boolean() })
export const consentResponse = z.object({
  redirectTo: z
    .string()
    .describe('Where the browser goes now: back to the app with a code, or that it was refused'),
})

/** As RFC 6749 names them. Which are needed hangs on the grant, so that what is missing is said in the RFC's own way. */
export const tokenBody = z.object({
  grant_type: parameter('`authorization_code` or `refresh_token`'),
  client_id: parameter('The app’s id, unless sent as `Authorization: Basic`'),
  client_secret: parameter('Of a confidential app, unless sent as `Authorization: Basic`'),
  code: parameter('From the address the browser was sent back to'),
  redirect_uri: parameter('The same as was asked with'),
  code_verifier: parameter('The text whose hash was the `code_challenge`'),
  refresh_token: parameter('The one got last: each is good for one use'),
  scope: parameter('With `refresh_token`: fewer scopes than were given, from now on'),
})

export const oauthTokenSchema = z
  .object({
    access_token: z.string().describe('Starts with `tzo_`'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    refresh_token: z.string().describe('Starts with `tzr_`; good for one use'),
    scope: z.string().describe('What was given, with spaces between; may be less than was asked for'),
  })
  .meta({ id: 'OAuthToken' })

export const revocationBody = z.object({
  token: parameter('An access token or a refresh token'),
  token_type_hint: parameter('Not needed'),
  client_id: parameter('The app’s id, unless sent as `Authorization: Basic`'),
  client_secret: parameter('Of a confidential app, unless sent as `Authorization: Basic`'),
})

/** RFC 6749, 5.2: what the token and revocation calls answer instead of problem+json. */
export const oauthErrorSchema = z
  .object({
    error: z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'unsupported_token_type',
    ]),
    error_description: z.string(),
  })
  .meta({
    examples: [{ error: 'invalid_grant', error_description: 'invalid code' }],
  })
export type OAuthError = z.output<typeof oauthErrorSchema>

/** RFC 8414. */
export const authorizationServerSchema = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    service_documentation: z.string(),
    scopes_supported: scopes,
    response_types_supported: z.array(z.literal('code')),
    response_modes_supported: z.array(z.literal('query')),
    grant_types_supported: z.array(z.enum(['authorization_code', 'refresh_token'])),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.literal('S256')),
    authorization_response_iss_parameter_supported: z.literal(true),
  })
  .meta({ id: 'AuthorizationServer' })
