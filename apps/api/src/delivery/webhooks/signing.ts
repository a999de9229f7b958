import { createHmac } from 'node:crypto'

/** Bytes of a nonce: each secret's own. */
export const NONCE_BYTES = 24
/** How long the secret before a rotation still signs too. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000

const PREFIX = 'whsec_'

/** A webhook's secret, derived from the server's own: whoever reads the database alone cannot sign. */
export const secretOf = (serverSecret: string, nonce: Uint8Array): string =>
  PREFIX + createHmac('sha256', serverSecret).update('webhook ').update(nonce).digest('base64')

export interface Signed {
  /** The same at every attempt. */
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks (standardwebhooks.com, version 1): a signature by each secret. */
export function signedHeaders(secrets: readonly string[], { id, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
