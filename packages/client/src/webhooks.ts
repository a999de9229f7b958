import type { WebhookBody } from '@tegenzet/contract'

/** A call that is not, or not any more, one of the server's own. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type HeadersGiven = Headers | Record<string, string | string[] | undefined>

/** How far its time may lie from ours: an older call could be one that somebody heard and sends again. */
const TOLERANCE_MS = 5 * 60_000

/**
 * Whether a call to your webhook is the server's own, by its signature (https://www.standardwebhooks.com). Works wherever
 * there is WebCrypto: Node, browsers, edge runtimes.
 * @param body to the byte as it came, before any parsing
 * @param secret the one that was shown when the webhook was made, `whsec_…`
 * @returns the event, whose id is the same at every attempt; or a ping
 * @throws WebhookError where it is not; answer 400 then
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersGiven,
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
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('The header webhook-timestamp is no time.')
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > TOLERANCE_MS)
    throw new WebhookError('The call is too old, or this clock is wrong.')

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',')
    if (version !== 'v1') continue
    const bytes = fromBase64(encoded)
    // `verify` takes as long for a wrong one as for a right one
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(text) as WebhookBody
  }
  throw new WebhookError('The signature is not of this secret.')
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!key || key.length === 0) throw new TypeError('not a webhook’s secret: expected whsec_…')
  return key
}

/** @returns null where it is none */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
