import type { Operation, Problem } from '@tegenzet/contract'
import { ApiError, NetworkError } from './errors.ts'

export interface ClientOptions {
  /** The server's origin, `https://example.org`. In a browser left out: the page's own. */
  baseUrl?: string
  /** A personal token, or an app's. In a browser left out: the session cookie goes along by itself. */
  token?: string
  fetch?: typeof globalThis.fetch
  /** How often a call that is safe to repeat is tried again; 3 unless told. */
  retries?: number
  /** Milliseconds that the server may keep silent; 15,000 unless told. */
  timeout?: number
}

/** What every call's input comes down to. */
export interface Sent {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

/** An answer that has begun: its body is read by who sent, and then it is ended. */
export interface Begun {
  response: Response
  /** Waits for more of it, no longer than the call may. @throws NetworkError, or the signal's reason */
  read<T>(more: () => Promise<T>): Promise<T>
  end(): void
}

/**
 * Sends a call once.
 * @param timeout milliseconds until its answer begins, and then for each `read`
 * @throws ApiError where the server refuses, NetworkError where it is not reached, or the signal's reason
 */
export async function send(
  options: ClientOptions,
  { method, path }: Operation,
  input: Sent,
  timeout: number,
): Promise<Begun> {
  const { token, fetch = globalThis.fetch } = options
  const { signal, body, idempotencyKey } = input
  const controller = new AbortController()
  const giveUp = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })

  async function read<T>(more: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    const timer = setTimeout(() => controller.abort(new Error(`no answer in ${timeout} ms`)), timeout)
    try {
      return await more()
    } catch (error) {
      signal?.throwIfAborted()
      throw new NetworkError('The server was not reached', { cause: controller.signal.reason ?? error })
    } finally {
      clearTimeout(timer)
    }
  }
  const end = () => {
    signal?.removeEventListener('abort', giveUp)
    controller.abort()
  }

  const headers: Record<string, string> = { accept: 'application/json, application/problem+json, */*;q=0.1' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  try {
    const response = await read(() =>
      fetch(addressOf(options.baseUrl ?? '', path, input), {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: controller.signal,
      }),
    )
    if (!response.ok) throw refusalOf(response, await read(() => response.text()))
    return { response, read, end }
  } catch (error) {
    end()
    throw error
  }
}

function addressOf(baseUrl: string, path: string, { params, query }: Sent): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return `${baseUrl.replace(/\/$/, '')}${filled}${text && `?${text}`}`
}

/** What was not a success, as the error it is thrown as. */
function refusalOf({ status, headers }: Response, text: string): ApiError | NetworkError {
  if (headers.get('content-type')?.startsWith('application/problem+json'))
    return new ApiError(JSON.parse(text) as Problem, Number(headers.get('retry-after')) || undefined)
  return new NetworkError(`Something on the way to the server answered ${status}`, { status })
}
