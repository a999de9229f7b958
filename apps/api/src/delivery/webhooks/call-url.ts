import type { LookupAddress } from 'node:dns'
import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryError } from '@tegenzet/contract'
import { hostOf, type Reach } from './addresses.ts'

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
}

export interface Means {
  /** All addresses of a name; none where it has none. */
  resolve(host: string): Promise<LookupAddress[]>
  reach: Reach
  timeoutMs: number
}

/** The status of the answer, if there was one, and what was wrong, if anything was. */
export interface Outcome {
  status: number | null
  error: DeliveryError | null
}

/** Bytes of an answer's body that are read, for politeness; nothing in it is heeded. */
const MOST_READ = 4096

/**
 * Sends a body to somebody else's URL, which may be chosen to do us harm: the host's name is looked up here, and the
 * connection made to the very addresses that were looked at. No redirect is followed, no proxy used, no connection kept.
 */
export async function callUrl(post: Post, means: Means): Promise<Outcome> {
  const url = new URL(post.url)
  const deadline = performance.now() + means.timeoutMs
  const found = await within(means.timeoutMs, addressesOf(url, means))
  if (found === 'late') return failed('timeout')
  if (found.length === 0) return failed('no-such-host')
  const { reach } = means
  const fits = url.protocol === 'https:' ? reach.mayCall : reach.isAllowed
  if (!found.every(({ address }) => fits(address))) return failed('address-refused')
  return send(url, post, found, Math.max(1, deadline - performance.now()))
}

const failed = (error: DeliveryError): Outcome => ({ status: null, error })

async function addressesOf(url: URL, { resolve }: Means): Promise<LookupAddress[]> {
  const host = hostOf(url)
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host).catch(() => [])
}

function send(
  url: URL,
  { headers, body }: Post,
  found: LookupAddress[],
  timeoutMs: number,
): Promise<Outcome> {
  const secure = url.protocol === 'https:'
  const lookup: LookupFunction = (_, options, done) =>
    options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)
  return new Promise((resolve) => {
    const request: ClientRequest = (secure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup,
    })
    // how far it has come is what is told of a failure: the words of errors would tell of our network
    let stage: DeliveryError = 'no-connection'
    const timer = setTimeout(() => {
      stage = 'timeout'
      request.destroy(new Error('timeout'))
    }, timeoutMs)
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        stage = secure ? 'tls' : 'no-answer'
      })
      socket.once('secureConnect', () => {
        stage = 'no-answer'
      })
    })
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > MOST_READ) request.destroy()
      })
      response.on('error', () => {})
      resolve({ status, error: errorOf(status) })
    })
    request.on('error', () => resolve(failed(stage)))
    request.on('close', () => {
      clearTimeout(timer)
      resolve(failed(stage))
    })
    request.end(body)
  })
}

const errorOf = (status: number): DeliveryError | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status'

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
