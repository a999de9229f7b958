import { z } from 'zod'
import { EXTENSIBLE, instant, publicName, text } from '../common.ts'
import { APP_SCOPES } from '../scopes.ts'

/** Lifetimes of an app's tokens. A connection ends if the app does not refresh within REFRESH_TOKEN_SECONDS. */
export const ACCESS_TOKEN_SECONDS = 3600
export const REFRESH_TOKEN_SECONDS = 90 * 86_400
/** Time to exchange an authorization code for tokens. */
export const AUTHORIZATION_CODE_SECONDS = 600

const scopes = z.array(z.enum(APP_SCOPES).meta(EXTENSIBLE))

const appName = publicName(60)

const isWebAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && !username && !password
}
const homepage = text(1, 300).refine(isWebAddress, 'expected an https:// or http:// URL')

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Allowed redirect URIs (RFC 8252, RFC 9700): https, http on a loopback address, or a private scheme, which is a
 * reversed domain name and so contains a dot.
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
  .refine((uris) => new Set(uris).size === uris.length, 'must not contain duplicates')
  .describe(
    'Allowed redirect URIs, compared exactly. Only the port of `http://127.0.0.1`, `http://[::1]` and `http://localhost` may differ',
  )

export const createAppBody = z.strictObject({
  name: appName.describe('The name that players see on the consent page'),
  homepage: homepage.optional(),
  redirectUris,
  confidential: z
    .boolean()
    .default(false)
    .describe(
      'Whether the app runs on a server and can keep a secret. Apps on people’s devices and in browsers cannot',
    ),
})

export const updateAppBody = z
  .strictObject({ name: appName, homepage: homepage.nullable(), redirectUris })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must contain at least one field')

export const appSchema = z
  .object({
    id: z.string().describe('Also the `client_id`'),
    name: z.string(),
    homepage: z.string().nullable(),
    redirectUris: z.array(z.string()),
    confidential: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'App' })
export type App = z.output<typeof appSchema>

const secret = z.string().describe('The `client_secret`, starting with `tzs_`. Returned only here: store it')
export const createdAppSchema = appSchema
  .extend({
    secret: secret
      .nullable()
      .describe(
        'The `client_secret`, starting with `tzs_`; null unless the app is confidential. Returned only here: store it',
      ),
  })
  .meta({ id: 'CreatedApp' })
export const appSecretResponse = z.object({ secret })

const publicAppSchema = appSchema.pick({ id: true, name: true, homepage: true })

export const connectedAppSchema = z
  .object({
    id: z.int(),
    app: publicAppSchema,
    scopes: scopes.describe('What you have allowed the app to do'),
    connectedAt: instant,
    lastUsedAt: instant.nullable().describe('Rounded to the minute; null if never used'),
  })
  .meta({ id: 'ConnectedApp' })
export type ConnectedApp = z.output<typeof connectedAppSchema>

const parameter = (description: string) => text(0, 4000).optional().describe(description)

/** The parameters of RFC 6749, which says that servers ignore unknown ones. */
export const authorizeQuery = z.object({
  response_type: parameter('Must be `code`'),
  client_id: parameter('The `id` of the app'),
  redirect_uri: parameter('Exactly one of the app’s redirect URIs'),
  scope: parameter('Scopes, separated by spaces').meta({ examples: ['game:read game:play'] }),
  state: parameter('Returned unchanged in the redirect'),
  code_challenge: parameter('Base64url-encoded SHA-256 hash of the code verifier (RFC 7636). Required'),
  code_challenge_method: parameter('Must be `S256`'),
  prompt: parameter('`consent`: ask the player even if they have allowed all scopes before'),
})

const request = text(1, 12_000).describe(
  'The query string of the consent page (`/authorize?…`), with all parameters of the app’s request',
)
export const authorizationRequestQuery = z.strictObject({ request })
export const authorizationRequestSchema = z
  .object({
    app: publicAppSchema.extend({ createdAt: instant }),
    scopes: scopes.describe('The requested scopes that your account can grant'),
    redirectUri: z.string().describe('Where the browser will be redirected'),
    allowed: scopes.describe('The scopes that you allowed before'),
  })
  .meta({ id: 'AuthorizationRequest' })
export type AuthorizationRequest = z.output<typeof authorizationRequestSchema>

export const consentBody = z.strictObject({ request, accept: z.boolean() })
export const consentResponse = z.object({
  redirectTo: z.string().describe('Where to send the browser: back to the app, with a code or an error'),
})

/** Parameters are optional here, because which are required depends on the grant and RFC 6749 defines the error for it. */
export const tokenBody = z.object({
  grant_type: parameter('`authorization_code` or `refresh_token`'),
  client_id: parameter('The `id` of the app, unless sent with `Authorization: Basic`'),
  client_secret: parameter('The secret of a confidential app, unless sent with `Authorization: Basic`'),
  code: parameter('The code from the redirect'),
  redirect_uri: parameter('The same redirect URI as in the authorization request'),
  code_verifier: parameter('The code verifier whose hash was sent as `code_challenge`'),
  refresh_token: parameter('The latest refresh token. Each can be used once'),
  scope: parameter('With `refresh_token`: a subset of the granted scopes, to give up the others'),
})

export const oauthTokenSchema = z
  .object({
    access_token: z.string().describe('Starts with `tzo_`'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Lifetime of the access token in seconds'),
    refresh_token: z.string().describe('Starts with `tzr_`. Can be used once'),
    scope: z.string().describe('The granted scopes, separated by spaces; may be fewer than requested'),
  })
  .meta({ id: 'OAuthToken' })

export const revocationBody = z.object({
  token: parameter('An access token or a refresh token'),
  token_type_hint: parameter('Optional hint, as in RFC 7009'),
  client_id: parameter('The `id` of the app, unless sent with `Authorization: Basic`'),
  client_secret: parameter('The secret of a confidential app, unless sent with `Authorization: Basic`'),
})

/** The errors of RFC 6749, section 5.2, which the token and revocation endpoints use instead of problem+json. */
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

/** Authorization server metadata, RFC 8414. */
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
