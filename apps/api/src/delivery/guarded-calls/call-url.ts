import type { LookupAddress } from 'node:dns'
import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryError } from '@tegenzet/contract'
import { hostOf, type Reach } from './addresses.ts'

export interface Post {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
}

export interface CallOptions {
  /** All addresses of a host name; none if it does not exist. */
  resolve(host: string): Promise<LookupAddress[]>
  reach: Reach
  timeoutMs: number
}

/** The status of the response, if there was one, and what went wrong, if anything did. */
export interface Outcome {
  status: number | null
  error: DeliveryError | null
}

/** What the response says besides its status, as far as it was read. */
export interface Answer {
  retryAfter: string | null
  body: string
}

/** How many bytes of a response's body are read. Closing at once would look like an error. */
const MAX_READ = 4096

/**
 * Sends a body to a URL that a user chose. Against SSRF the host name is resolved here and the connection made to the
 * addresses that were checked; redirects, proxies and kept connections are not used.
 */
export async function callUrl(post: Post, options: CallOptions): Promise<Outcome> {
  const { status, error } = await call(post, options, false)
  return { status, error }
}

/** The same, and reads the beginning of the answer, within the same time. */
export const callAndRead = (post: Post, options: CallOptions): Promise<Outcome & Answer> =>
  call(post, options, true)

async function call(post: Post, options: CallOptions, reads: boolean): Promise<Outcome & Answer> {
  const url = new URL(post.url)
  const deadline = performance.now() + options.timeoutMs
  const found = await within(options.timeoutMs, addressesOf(url, options))
  if (found === 'timeout') return failed('timeout')
  const [first, ...others] = found
  if (!first) return failed('no-such-host')
  const { reach } = options
  const mayCall = url.protocol === 'https:' ? reach.mayCall : reach.isAllowed
  if (!found.every(({ address }) => mayCall(address))) return failed('address-refused')
  const timeoutMs = Math.max(1, deadline - performance.now())
  return send(url, post, [first, ...others], { timeoutMs, reads })
}

const failed = (error: DeliveryError): Outcome & Answer => ({
  status: null,
  error,
  retryAfter: null,
  body: '',
})

async function addressesOf(url: URL, { resolve }: CallOptions): Promise<LookupAddress[]> {
  const host = hostOf(url)
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host).catch(() => [])
}

function send(
  url: URL,
  { headers, body }: Post,
  found: [LookupAddress, ...LookupAddress[]],
  { timeoutMs, reads }: { timeoutMs: number; reads: boolean },
): Promise<Outcome & Answer> {
  const secure = url.protocol === 'https:'
  const lookup: LookupFunction = (_, options, done) =>
    options.all ? done(null, found) : done(null, found[0].address, found[0].family)
  return new Promise((resolve) => {
    const request: ClientRequest = (secure ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup,
    })
    // owners see only how far the call got: messages of errors would describe our network
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
    let answered = false
    request.on('response', (response) => {
      answered = true
      const status = response.statusCode ?? 0
      const retryAfter = response.headers['retry-after'] ?? null
      const chunks: Buffer[] = []
      let read = 0
      const answer = () =>
        resolve({ status, error: errorOf(status), retryAfter, body: Buffer.concat(chunks).toString('utf8') })
      response.on('data', (chunk: Buffer) => {
        if (reads && read < MAX_READ) chunks.push(chunk.subarray(0, MAX_READ - read))
        read += chunk.length
        if (read > MAX_READ) request.destroy()
      })
      response.on('error', () => {})
      // at the end, the limit or the timeout
      if (reads) response.on('close', answer)
      else answer()
    })
    request.on('error', () => {
      if (!answered) resolve(failed(stage))
    })
    request.on('close', () => {
      clearTimeout(timer)
      if (!answered) resolve(failed(stage))
    })
    request.end(body)
  })
}

const errorOf = (status: number): DeliveryError | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status'

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | 'timeout'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
