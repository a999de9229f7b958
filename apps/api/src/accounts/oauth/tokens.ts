import type { OAuthError, oauthTokenSchema, revocationBody, tokenBody } from '@tegenzet/contract'
import { oauthErrorSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Auth } from '../auth/auth.ts'
import { closingAccessTokens, OFFLINE_ACCESS, REFRESH_TOKEN_PREFIX } from '../auth/oauth-provider.ts'
import { ACCESS_TOKEN_PREFIX, hashToken } from '../credentials/token-secret.ts'
import { scopesOf } from './authorization.ts'

/** An answer in the format of RFC 6749. */
type OAuthAnswer<T> = { status: 200; body: T } | { status: 400 | 401; body: OAuthError }
type Fields = Record<string, string | undefined>

/** Issues tokens for a code or a refresh token. */
export async function issueToken(
  deps: Deps,
  auth: Auth,
  body: z.output<typeof tokenBody>,
  authorization: string | undefined,
): Promise<OAuthAnswer<z.output<typeof oauthTokenSchema>>> {
  const { grant_type, code, redirect_uri, code_verifier, refresh_token } = body
  const client = clientOf(body, authorization)
  if (!client) return TWO_WAYS
  if (!grant_type) return failure('invalid_request', 'grant_type is missing.')
  const scope = body.scope && `${body.scope} ${OFFLINE_ACCESS}`
  const form = { grant_type, code, redirect_uri, code_verifier, refresh_token, scope, ...client }
  try {
    const response = await auth.api.oauth2Token({ ...asPosted(deps, form), asResponse: true })
    if (!response.ok) return errorOf(response)
    const issued = (await response.json()) as z.output<typeof oauthTokenSchema>
    return {
      status: 200,
      body: {
        access_token: issued.access_token,
        token_type: 'Bearer',
        expires_in: issued.expires_in,
        refresh_token: issued.refresh_token,
        scope: scopesOf(issued.scope.split(' ')).join(' '),
      },
    }
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003')
      return failure('invalid_grant', 'The player has just disconnected the app.')
    throw error
  }
}

/** Revokes a token. Unknown tokens count as revoked. */
export async function revokeAppToken(
  deps: Deps,
  tx: Tx,
  auth: Auth,
  body: z.output<typeof revocationBody>,
  authorization: string | undefined,
): Promise<OAuthAnswer<undefined>> {
  const client = clientOf(body, authorization)
  if (!client) return TWO_WAYS
  const { token } = body
  if (!token) return failure('invalid_request', 'token is missing.')
  const isRefresh = token.startsWith(REFRESH_TOKEN_PREFIX)
  // better-auth would try to verify the signature of anything else
  const known = isRefresh || token.startsWith(ACCESS_TOKEN_PREFIX) ? token : `${ACCESS_TOKEN_PREFIX}unknown`
  const form = { token: known, token_type_hint: isRefresh ? 'refresh_token' : 'access_token', ...client }
  const response: Response = await auth.api.oauth2Revoke({ ...asPosted(deps, form), asResponse: true })
  const error = response.ok ? null : await errorOf(response)
  if (error?.body.error === 'invalid_client') return error
  if (isRefresh) await endGrant(tx, token, client.client_id)
  return { status: 200, body: undefined }
}

/** Ends all access tokens of a grant. better-auth ends only the one that came with the refresh token. */
async function endGrant(tx: Tx, refreshToken: string, clientId: string | undefined): Promise<void> {
  const token = hashToken(refreshToken.slice(REFRESH_TOKEN_PREFIX.length)).toString('base64url')
  const row = await tx.refreshToken.findFirst({ where: { token, clientId } })
  if (row)
    await closingAccessTokens(tx).deleteMany({
      where: { clientId: row.clientId, userId: row.userId, authorizationCodeId: row.authorizationCodeId },
    })
}

/** The app's id and secret, from the header or the body. null: both have a secret. */
function clientOf(body: Fields, authorization = ''): { client_id?: string; client_secret?: string } | null {
  const [, basic] = /^Basic +(.*)$/i.exec(authorization) ?? []
  if (basic === undefined) return { client_id: body.client_id, client_secret: body.client_secret }
  if (body.client_secret) return null
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':', 2)
  return { client_id: decoded(id), client_secret: decoded(secret) }
}

/** RFC 6749 requires percent-encoding inside of Basic. Whatever is malformed matches no app. */
function decoded(text: string): string {
  let plain = text
  try {
    plain = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {}
  return plain.replaceAll('\0', '\ufffd')
}

/** A form as better-auth would receive it over HTTP, since it reads the request too. Leaves out empty fields. */
function asPosted<T extends Fields>({ config }: Deps, form: T) {
  const fields = Object.entries(form).filter((field): field is [string, string] => Boolean(field[1]))
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const request = new Request(config.publicUrl, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  return { body: Object.fromEntries(fields) as T, headers, request }
}

/**
 * better-auth's error as the RFC names it. Its other errors all mean an invalid grant.
 * @throws if better-auth itself failed, because an app would discard its tokens
 */
async function errorOf(response: Response) {
  if (response.status >= 500) throw new Error(`better-auth failed: ${await response.text()}`)
  const { error, error_description } = (await response.json()) as {
    error: string
    error_description?: string
  }
  const known = oauthErrorSchema.shape.error.safeParse(error)
  // better-auth answers 401 invalid_request to a wrong verifier
  const isWrongVerifier = response.status === 401 && error === 'invalid_request'
  return failure(known.success && !isWrongVerifier ? known.data : 'invalid_grant', error_description ?? error)
}

const failure = (error: OAuthError['error'], error_description: string) =>
  ({ status: error === 'invalid_client' ? 401 : 400, body: { error, error_description } }) as const

const TWO_WAYS = failure(
  'invalid_request',
  'Send the secret either with Basic authorization or in the body, not both.',
)
