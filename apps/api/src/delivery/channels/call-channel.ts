import type { DeliveryError } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { siteOf } from '../../mail/write-mail.ts'
import { reachOf } from '../guarded-calls/addresses.ts'
import { callTimeout } from '../guarded-calls/call-timeout.ts'
import { type CallOptions, callAndRead } from '../guarded-calls/call-url.ts'
import type { ChannelAddress } from './channel-address.ts'
import { detailOf, waitOf } from './read-answer.ts'
import { type ChannelNews, writeCall } from './write-call.ts'

export type ChannelCallDeps = Pick<Deps, 'config' | 'now'> & Pick<CallOptions, 'resolve'>

/** What a service said to a message. */
export interface ChannelAnswer {
  status: number | null
  error: DeliveryError | null
  /** Its own description of the error, if there is one. */
  detail: string | null
  /** How long it asks to wait, if it does. */
  waitMs: number | null
  milliseconds: number
  /** How many of the news the message contained. */
  told: number
}

/** Sends one message. */
export async function callChannel(
  { config, now, resolve }: ChannelCallDeps,
  { format, url: address }: ChannelAddress,
  news: readonly [ChannelNews, ...ChannelNews[]],
  timeoutMs = callTimeout(config) * 1000,
): Promise<ChannelAnswer> {
  const { url, body, told } = writeCall(format, address, news, siteOf(config))
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Tegenzet (${config.publicUrl})`,
  }
  const begun = performance.now()
  const { status, error, ...answer } = await callAndRead(
    { url, headers, body: JSON.stringify(body) },
    { resolve, reach: reachOf(config.webhooks.allow), timeoutMs },
  )
  return {
    status,
    error,
    detail: error === null ? null : detailOf(answer, address),
    waitMs: status === TOO_MANY ? waitOf(answer, now()) : null,
    milliseconds: Math.round(performance.now() - begun),
    told,
  }
}

const TOO_MANY = 429
