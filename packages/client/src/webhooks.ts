import type { WebhookBody } from '@tegenzet/contract'
import type { PlatformHeaders } from './platform.ts'

/** The call was not signed by the server, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type RequestHeaders = PlatformHeaders | Record<string, string | string[] | undefined>

/** Limits replay attacks with a recorded call, and allows for clock differences. */
const TOLERANCE_MS = 5 * 60_000

/**
 * Verifies the signature of a call to your webhook (https://www.standardwebhooks.com). Works wherever there is WebCrypto:
 * Node, browsers and edge runtimes.
 * @param body the exact bytes of the request body, before any parsing
 * @param secret the secret from the creation of the webhook, `whsec_…`
 * @returns the event, whose `id` is the same for every attempt, or a ping
 * @throws WebhookError if the call is not from the server; answer 400 then
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: RequestHeaders,
  secret: string,
  now = new Date(),
): Promise<WebhookBody> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`)
    return value
  }
  const [id, timestamp, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ]
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('The header webhook-timestamp is invalid.')
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > TOLERANCE_MS)
    throw new WebhookError('The timestamp is more than five minutes off.')

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',')
    if (version !== 'v1') continue
    const bytes = fromBase64(encoded)
    // `verify` compares in constant time
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(text) as WebhookBody
  }
  throw new WebhookError('The signature does not match the secret.')
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!key || key.length === 0) throw new TypeError('not a webhook secret: expected whsec_…')
  return key
}

/** @returns null if the text is not base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
