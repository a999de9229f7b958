import type { OperationId, Problem } from '@tegenzet/contract'
import { OPERATIONS } from '@tegenzet/contract/operations'
import { backOff, pause } from './back-off.ts'
import { ApiError, NetworkError } from './errors.ts'
import type { Answer, AnswerBody, InputArguments, Item, PagedId } from './types.ts'

export interface ClientOptions {
  /** The server's origin, `https://example.org`. In a browser left out: the page's own. */
  baseUrl?: string
  /** A personal token. In a browser left out: the session cookie goes along by itself. */
  token?: string
  fetch?: typeof globalThis.fetch
  /** How often a call that is safe to repeat is tried again; 3 unless told. */
  retries?: number
  /** Milliseconds that one attempt may take; 15,000 unless told. */
  timeout?: number
}

export interface Client {
  /**
   * Makes a call of the API and gives the body of its answer. Calls that are safe to repeat (all GETs, and a move,
   * which names its ply) are tried again, with growing pauses, where the network or the server fails for a moment.
   * @throws ApiError where the server refuses, NetworkError where it is not reached, or the signal's reason
   */
  call<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<AnswerBody<Id>>
  /** The same, with the status of the answer. */
  request<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<Answer<Id>>
  /** The items of a list, a page at a time, from the first page or the cursor that is given to the last. */
  pages<Id extends PagedId>(id: Id, ...input: InputArguments<Id>): AsyncGenerator<Item<Id>[], void>
}

/** What every call's input comes down to. */
interface Sent {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
}

const LONGEST_WAIT = 10_000
const PASSING = [429, 502, 503, 504]

/** A client of one server, as one caller. Keeps no state: make as many as there are callers. */
export function createClient(options: ClientOptions = {}): Client {
  const { retries = 3 } = options

  async function request(id: OperationId, input: Sent = {}): Promise<{ status: number; body: unknown }> {
    const safe = OPERATIONS[id].method === 'GET' || id === 'playMove'
    for (let attempt = 0; ; attempt++)
      try {
        return await attemptOnce(options, id, input)
      } catch (error) {
        const wait = safe && attempt < retries ? waitAfter(error, attempt) : null
        if (wait === null) throw error
        await pause(wait, input.signal)
      }
  }

  async function* pages(id: PagedId, input: Sent = {}) {
    for (let cursor = input.query?.cursor; ; ) {
      const { body } = await request(id, { ...input, query: { ...input.query, cursor } })
      const { items, nextCursor } = body as { items: unknown[]; nextCursor: string | null }
      yield items
      if (nextCursor === null) return
      cursor = nextCursor
    }
  }

  const call = async (id: OperationId, input?: Sent) => (await request(id, input)).body
  return { call, request, pages } as unknown as Client
}

/** Milliseconds to wait before trying again; null: not to be tried again. */
function waitAfter(error: unknown, attempt: number): number | null {
  const pauseNow = backOff(attempt, 300, 5000)
  if (error instanceof NetworkError) return !error.status || PASSING.includes(error.status) ? pauseNow : null
  if (!(error instanceof ApiError) || !PASSING.includes(error.status)) return null
  const wait = Math.max(pauseNow, (error.retryAfter ?? 0) * 1000)
  return wait <= LONGEST_WAIT ? wait : null
}

async function attemptOnce(options: ClientOptions, id: OperationId, input: Sent) {
  const { token, timeout = 15_000, fetch = globalThis.fetch } = options
  const { signal, body } = input
  signal?.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  const timer = setTimeout(() => controller.abort(new Error(`no answer in ${timeout} ms`)), timeout)
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(addressOf(options.baseUrl ?? '', id, input), {
      method: OPERATIONS[id].method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: controller.signal,
    })
    const text = await response.text()
    return readAnswer(response, text)
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) throw error
    signal?.throwIfAborted()
    throw new NetworkError('The server was not reached', { cause: controller.signal.reason ?? error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

function addressOf(baseUrl: string, id: OperationId, { params, query }: Sent): string {
  const path = OPERATIONS[id].path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return `${baseUrl.replace(/\/$/, '')}${path}${text && `?${text}`}`
}

/** @throws ApiError or NetworkError for what is not a success of this API */
function readAnswer(response: Response, text: string): { status: number; body: unknown } {
  const type = response.headers.get('content-type') ?? ''
  const body = /^application\/(\w+\+)?json/.test(type) ? JSON.parse(text) : text || undefined
  if (response.ok) return { status: response.status, body }
  if (type.startsWith('application/problem+json'))
    throw new ApiError(body as Problem, Number(response.headers.get('retry-after')) || undefined)
  throw new NetworkError(`Something on the way to the server answered ${response.status}`, {
    status: response.status,
  })
}
