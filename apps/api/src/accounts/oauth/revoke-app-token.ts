import type { revocationBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import type { Auth } from '../auth/auth.ts'
import { REFRESH_TOKEN_PREFIX } from '../auth/oauth-provider.ts'
import { closingAccessTokens } from '../credentials/closing-access-tokens.ts'
import { ACCESS_TOKEN_PREFIX, hashToken } from '../credentials/token-secret.ts'
import { errorOf, failure, type OAuthAnswer, TWO_WAYS } from './token-errors.ts'
import { asPosted, clientOf } from './token-request.ts'

/** Revokes a token. Unknown tokens count as revoked. */
export async function revokeAppToken(
  deps: Deps,
  db: Db,
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
  if (isRefresh) await endGrant(db, token, client.client_id)
  return { status: 200, body: undefined }
}

/** Ends all access tokens of a grant. better-auth ends only the one that came with the refresh token. */
async function endGrant(db: Db, refreshToken: string, clientId: string | undefined): Promise<void> {
  const token = hashToken(refreshToken.slice(REFRESH_TOKEN_PREFIX.length)).toString('base64url')
  const row = await db.refreshToken.findFirst({ where: { token, clientId } })
  if (row)
    await closingAccessTokens(db).deleteMany({
      where: { clientId: row.clientId, userId: row.userId, authorizationCodeId: row.authorizationCodeId },
    })
}
