import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 192 bits. */
const TOKEN_BYTES = 24

export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * The value of the cookie for a session: `token.signature`, as better-auth reads it. Because of the signature, reading the
 * database is not enough to log in, and forged cookies cost no query.
 */
export const sessionCookieValue = (token: string, secret: string): string =>
  `${token}.${signatureOf(token, secret).toString('base64')}`

/** The session's token out of its cookie. null: this server did not sign it. */
export function tokenOfCookie(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf('.')
  if (dot < 1) return null
  const token = cookie.slice(0, dot)
  const signature = Buffer.from(cookie.slice(dot + 1), 'base64')
  const expected = signatureOf(token, secret)
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
}

const signatureOf = (token: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(token).digest()
