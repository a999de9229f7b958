import { createHash, randomBytes } from 'node:crypto'

/** Every personal token starts with this. */
export const TOKEN_PREFIX = 'tz_'
/** Every access token of an app starts with this. */
export const ACCESS_TOKEN_PREFIX = 'tzo_'

export const newToken = (): string => `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer<ArrayBuffer> =>
  createHash('sha256').update(token).digest() as Buffer<ArrayBuffer>
