import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Each webhook's secret is derived from a nonce of its own. */
export const NONCE_BYTES = 24
/** How long the old secret still signs after a rotation. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000

/** Derives a webhook's secret from the server's own, so that nobody can sign with the database alone. */
export const secretOf = (serverSecret: string, nonce: Uint8Array): string =>
  `whsec_${createHmac('sha256', serverSecret).update('webhook ').update(nonce).digest('base64')}`

interface WebhookMessage {
  /** The same at every attempt. */
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks (standardwebhooks.com), with one signature per secret. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, at, body }: WebhookMessage,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})
