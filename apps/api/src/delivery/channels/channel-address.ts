import { ok, type Result } from '@tegenzet/common'
import type { ChannelFormat } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import { seal, unseal } from '../../config/seal.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { reachOf, urlRefusal } from '../guarded-calls/addresses.ts'
import { splitTopic } from './write-call.ts'

export interface ChannelAddress {
  format: ChannelFormat
  url: string
}

/** @param format null: the host does not tell it */
export function checkAddress(
  { webhooks }: Pick<Config, 'webhooks'>,
  { url, format }: { url: string; format: ChannelFormat | null },
): Result<ChannelAddress, Refusal> {
  if (!format) return invalid('format', 'The host does not tell which service this is: send `format` too.')
  const parsed = new URL(url)
  if (format === 'telegram' && !parsed.searchParams.get('chat_id'))
    return invalid('url', 'The address names no chat: add ?chat_id= and the number of the chat.')
  if (format === 'ntfy' && !hasTopic(parsed))
    return invalid('url', 'The address names no topic, as https://ntfy.sh/<topic> does.')
  const refusal = urlRefusal(parsed, reachOf(webhooks.allow))
  return refusal ? refuse('url-refused', refusal) : ok({ format, url: parsed.href })
}

const invalid = (field: string, message: string) =>
  refuse('validation', message, { errors: [{ path: `/body/${field}`, message }] })

function hasTopic(url: URL): boolean {
  try {
    return splitTopic(url).topic !== ''
  } catch {
    // not UTF-8
    return false
  }
}

/** Addresses with less after their host might be guessed from their end. */
const LONG = 32
const SHOWN_END = 4

/** The columns of an address. It is shown by its host and its end, which tells two addresses of a service apart. */
export function columnsOf({ secret }: Pick<Config, 'secret'>, { format, url }: ChannelAddress) {
  const { origin } = new URL(url)
  const end = url.length - origin.length >= LONG ? url.slice(-SHOWN_END) : ''
  return { format, address: seal(keyOf(secret), url), shortened: `${origin}/…${end}` }
}

/** @returns null if it was encrypted with another secret */
export const openAddress = ({ secret }: Pick<Config, 'secret'>, address: string): string | null =>
  unseal(keyOf(secret), address)

const keyOf = (secret: string) => ({ secret, purpose: 'channel' })
