import type { OperationId } from '@tegenzet/contract'
import { OPERATIONS, type Operation } from '@tegenzet/contract/operations'
import { backoffDelay, sleep } from './backoff.ts'
import { ApiError, NetworkError } from './errors.ts'
import { readLines } from './lines.ts'
import { type ClientOptions, type OpenResponse, type RequestInput, send } from './send.ts'
import type { ApiResponse, InputArguments, Item, Line, LinesId, PagedId, ResponseBody } from './types.ts'

export interface Client {
  /**
   * Makes a call and returns the body of its response. If the network or the server fails temporarily, calls that are
   * safe to repeat are retried with a backoff: GET and PUT, moves, and calls with an `Idempotency-Key`.
   * @throws ApiError if the server refuses, NetworkError if it does not respond, TypeError for an invalid `baseUrl`, or the
   * signal's reason
   */
  call<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<ResponseBody<Id>>
  /** Like `call`, but returns the status too. */
  request<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<ApiResponse<Id>>
  /** Yields the items of a list page by page, from the first page or from `cursor` on. */
  pages<Id extends PagedId>(id: Id, ...input: InputArguments<Id>): AsyncGenerator<Item<Id>[], void>
  /**
   * Yields the lines of a streamed response one by one, so that memory does not grow with the number of games.
   * @throws NetworkError if the stream breaks off; the lines before it are complete
   */
  lines<Id extends LinesId>(id: Id, ...input: InputArguments<Id>): AsyncGenerator<Line<Id>, void>
}

const MIN_BACKOFF_MS = 300
const MAX_BACKOFF_MS = 5000
/** A longer `Retry-After` is not waited for. */
const MAX_DELAY_MS = 10_000
const TEMPORARY_STATUSES = [429, 502, 503, 504]

/** Creates a stateless client of one server with one credential. */
export function createClient(options: ClientOptions = {}): Client {
  const { retries = 3, timeoutMs = 15_000 } = options

  /** Sends a call and reads its response, with retries if it is safe to repeat. */
  async function sendWithRetries<T>(
    id: OperationId,
    input: RequestInput,
    read: (response: OpenResponse) => Promise<T>,
  ): Promise<T> {
    const operation: Operation = OPERATIONS[id]
    const { idempotencyKey = randomKey() } = input
    const keyed = operation.idempotent ? { ...input, idempotencyKey } : input
    for (let failures = 0; ; failures++)
      try {
        return await read(await send(options, operation, keyed, timeoutMs))
      } catch (error) {
        const delay = isRepeatable(id, operation) && failures < retries ? retryDelay(error, failures) : null
        if (delay === null) throw error
        await sleep(delay, input.signal)
      }
  }

  const request = (id: OperationId, input: RequestInput = {}): Promise<{ status: number; body: unknown }> =>
    sendWithRetries(id, input, async ({ response, read, close }) => {
      try {
        return { status: response.status, body: parseBody(response, await read(() => response.text())) }
      } finally {
        close()
      }
    })

  async function* lines(id: LinesId, input: RequestInput = {}) {
    const asJson = { ...input, query: { ...input.query, format: 'json' } }
    const response = await sendWithRetries(id, asJson, async (response) => response)
    for await (const line of readLines(response)) if (line) yield JSON.parse(line)
  }

  async function* pages(id: PagedId, input: RequestInput = {}) {
    for (let cursor = input.query?.cursor; ; ) {
      const { body } = await request(id, { ...input, query: { ...input.query, cursor } })
      const { items, nextCursor } = body as { items: unknown[]; nextCursor: string | null }
      yield items
      if (nextCursor === null) return
      cursor = nextCursor
    }
  }

  const call = async (id: OperationId, input?: RequestInput) => (await request(id, input)).body
  return { call, request, pages, lines } as unknown as Client
}

/** A move names its ply and an export changes nothing, so both can be repeated although they are POST requests. */
const isRepeatable = (id: OperationId, { method, idempotent }: Operation): boolean =>
  method === 'GET' ||
  method === 'PUT' ||
  idempotent !== undefined ||
  id === 'playMove' ||
  id === 'exportGames'

/** `crypto.randomUUID` does not exist on pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** @returns milliseconds before the next attempt, or null if there should be none */
function retryDelay(error: unknown, failures: number): number | null {
  const backoff = backoffDelay(failures, MIN_BACKOFF_MS, MAX_BACKOFF_MS)
  if (error instanceof NetworkError)
    return !error.status || TEMPORARY_STATUSES.includes(error.status) ? backoff : null
  if (!(error instanceof ApiError) || !TEMPORARY_STATUSES.includes(error.status)) return null
  const delay = Math.max(backoff, (error.retryAfter ?? 0) * 1000)
  return delay <= MAX_DELAY_MS ? delay : null
}

function parseBody({ headers }: Response, text: string): unknown {
  return /^application\/(\w+\+)?json/.test(headers.get('content-type') ?? '')
    ? JSON.parse(text)
    : text || undefined
}
