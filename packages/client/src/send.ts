import type { Operation, Problem } from '@tegenzet/contract'
import { callPath } from '@tegenzet/contract/call-path'
import { ApiError, NetworkError } from './errors.ts'
import type { Fetch, Signal } from './platform.ts'

export interface ClientOptions {
  /** The server's origin, `https://example.org`. Default in a browser: the page's own origin. */
  baseUrl?: string
  /** A personal token or an app's access token. In a browser, the session cookie is used without it. */
  token?: string
  fetch?: Fetch
  /** Number of retries of a call that is safe to repeat. Default: 3. */
  retries?: number
  /** Time without any data from the server after which a call fails. Default: 15,000. */
  timeoutMs?: number
}

/** The input of a call, without its types. */
export interface RequestInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  analysisKey?: string
  signal?: Signal
}

/** A response whose body has not been read yet. */
export interface OpenResponse {
  response: Response
  /** Reads more of the body, within the timeout. @throws NetworkError, or the signal's reason */
  read<T>(more: () => Promise<T>): Promise<T>
  close(): void
}

/**
 * Sends a call once.
 * @param timeoutMs until the response starts, and for each `read`
 * @throws ApiError if the server refuses, NetworkError if it does not respond, TypeError for an invalid `baseUrl`, or the
 * signal's reason
 */
export async function send(
  options: ClientOptions,
  { method, path }: Operation,
  input: RequestInput,
  timeoutMs: number,
): Promise<OpenResponse> {
  const { token, fetch = globalThis.fetch } = options
  const { signal, body, idempotencyKey, analysisKey } = input
  const url = `${originOf(options)}${callPath(path, input)}`
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })

  async function read<T>(more: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    const timer = setTimeout(() => controller.abort(new Error(`no response in ${timeoutMs} ms`)), timeoutMs)
    try {
      return await more()
    } catch (error) {
      signal?.throwIfAborted()
      throw new NetworkError('The server did not respond', { cause: controller.signal.reason ?? error })
    } finally {
      clearTimeout(timer)
    }
  }
  const close = () => {
    signal?.removeEventListener('abort', abort)
    controller.abort()
  }

  const headers: Record<string, string> = { accept: 'application/json, application/problem+json, */*;q=0.1' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (analysisKey) headers['analysis-key'] = analysisKey
  try {
    const response = await read(() =>
      fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // following one would repeat a POST as a GET
        redirect: 'manual',
        signal: controller.signal,
      }),
    )
    if (!response.ok) throw errorOf(response, await read(() => response.text()))
    return { response, read, close }
  } catch (error) {
    close()
    throw error
  }
}

export const isRedirect = (status = 0): boolean => status >= 300 && status < 400

/** Checked here, because `fetch` reports an invalid address as it does a lost connection, which would be retried. */
function originOf({ baseUrl = '', fetch }: ClientOptions): string {
  // pages and other implementations of `fetch` have addresses without an origin
  if (baseUrl === '' && (fetch || 'location' in globalThis)) return ''
  if (!/^https?:\/\/[^/]/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`baseUrl must be the server's origin, such as https://example.org, not "${baseUrl}"`)
  return baseUrl.replace(/\/$/, '')
}

/** Without problem+json the response is not from the server, but from a proxy in front of it. */
function errorOf({ status, headers, type }: Response, text: string): ApiError | NetworkError {
  // browsers do not tell where to
  if (type === 'opaqueredirect' || isRedirect(status)) {
    const address = headers.get('location') ?? 'another address'
    return new NetworkError(`The server redirects to ${address}: check baseUrl`, { status })
  }
  if (headers.get('content-type')?.startsWith('application/problem+json'))
    return new ApiError(JSON.parse(text) as Problem, Number(headers.get('retry-after')) || undefined)
  return new NetworkError(`A proxy responded with status ${status}`, { status })
}
