import type { oauthTokenSchema, tokenBody } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { createAuth } from '../auth/auth.ts'
import { OFFLINE_ACCESS } from '../auth/oauth-provider.ts'
import { scopesOf } from './authorization.ts'
import { errorOf, failure, type OAuthAnswer, TWO_WAYS } from './token-errors.ts'
import { asPosted, clientOf } from './token-request.ts'

type IssuedTokens = OAuthAnswer<z.output<typeof oauthTokenSchema>>

interface TokenRequest {
  body: z.output<typeof tokenBody>
  authorization: string | undefined
}

/**
 * Issues tokens for a code or a refresh token. Requests with the same one wait for each other: a refresh gets the answer
 * of the first, and better-auth revokes what a code gave when it comes again.
 */
export async function issueToken(
  deps: Deps,
  db: Db,
  { body, authorization }: TokenRequest,
): Promise<IssuedTokens> {
  const client = clientOf(body, authorization)
  if (!client) return TWO_WAYS
  const { grant_type, code, refresh_token } = body
  if (!grant_type) return failure('invalid_request', 'grant_type is missing.')
  const scope = body.scope && `${body.scope} ${OFFLINE_ACCESS}`
  const form = { ...body, grant_type, scope, ...client }
  try {
    return await inTransaction(db, async (tx) => {
      const secret = grant_type === 'authorization_code' ? code : refresh_token
      if (secret) await waitForTurn(tx, secret)
      return exchange(deps, tx, form)
    })
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003')
      return failure('invalid_grant', 'The player has just disconnected the app.')
    throw error
  }
}

/** Waits for other requests with the same code or refresh token, on all processes. */
const waitForTurn = (tx: Tx, secret: string): Promise<number> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`oauth:${secret}`}, 0))`

/** Lets better-auth issue the tokens within the transaction. */
async function exchange(
  deps: Deps,
  db: Db,
  form: Record<string, string | undefined> & { grant_type: string },
): Promise<IssuedTokens> {
  const response: Response = await createAuth(deps, db).api.oauth2Token({
    ...asPosted(deps, form),
    asResponse: true,
  })
  if (!response.ok) return errorOf(response)
  const { access_token, expires_in, refresh_token, scope } = (await response.json()) as z.output<
    typeof oauthTokenSchema
  >
  const scopes = scopesOf(scope.split(' ')).join(' ')
  return {
    status: 200,
    body: { access_token, token_type: 'Bearer', expires_in, refresh_token, scope: scopes },
  }
}
