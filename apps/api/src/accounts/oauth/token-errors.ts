import { type OAuthError, oauthErrorSchema } from '@tegenzet/contract'

/** An answer in the format of RFC 6749. */
export type OAuthAnswer<T> = { status: 200; body: T } | { status: 400 | 401; body: OAuthError }

/**
 * better-auth's error as the RFC names it. Its other errors all mean an invalid grant.
 * @throws if better-auth itself failed, because an app would discard its tokens
 */
export async function errorOf(response: Response) {
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

export const failure = (error: OAuthError['error'], error_description: string) =>
  ({ status: error === 'invalid_client' ? 401 : 400, body: { error, error_description } }) as const

export const TWO_WAYS = failure(
  'invalid_request',
  'Send the secret either with Basic authorization or in the body, not both.',
)
