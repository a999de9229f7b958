import type { OperationId } from '@tegenzet/contract'
import { OPERATIONS, type Operation } from '@tegenzet/contract/operations'
import { backOff, pause } from './backoff.ts'
import { ApiError, NetworkError } from './errors.ts'
import { readLines } from './lines.ts'
import { type Begun, type ClientOptions, type Sent, send } from './send.ts'
import type { ApiResponse, InputArguments, Item, LinesId, PagedId, ResponseBody } from './types.ts'

export interface Client {
  /**
   * Makes a call of the API and gives the body of its answer. What is safe to repeat is tried again, with growing
   * pauses, where the network or the server fails for a moment: every GET and PUT, a move, which names its ply, and what
   * takes an `Idempotency-Key`, with a key of its own unless it is given one.
   * @throws ApiError where the server refuses, NetworkError where it is not reached, or the signal's reason
   */
  call<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<ResponseBody<Id>>
  /** The same, with the status of the answer. */
  request<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<ApiResponse<Id>>
  /** The items of a list, a page at a time, from the first page or the cursor that is given to the last. */
  pages<Id extends PagedId>(id: Id, ...input: InputArguments<Id>): AsyncGenerator<Item<Id>[], void>
  /**
   * What a call answers line by line, as it comes: the records of thousands of games, one in memory at a time. Where it is
   * broken off a NetworkError is thrown: what came is whole, the rest is missing.
   */
  lines<Id extends LinesId>(id: Id, ...input: InputArguments<Id>): AsyncGenerator<ResponseBody<Id>, void>
}

const LONGEST_WAIT = 10_000
const PASSING = [429, 502, 503, 504]

/** A client of one server, as one caller. Keeps no state: make as many as there are callers. */
export function createClient(options: ClientOptions = {}): Client {
  const { retries = 3, timeout = 15_000 } = options

  /** Sends a call, as often as is right, until `read` has what it wants of the answer. */
  async function attempt<T>(id: OperationId, input: Sent, read: (begun: Begun) => Promise<T>): Promise<T> {
    const operation: Operation = OPERATIONS[id]
    const sent = operation.idempotent ? { idempotencyKey: randomKey(), ...input } : input
    const safe =
      REPEATABLE.includes(operation.method) ||
      operation.idempotent ||
      id === 'playMove' ||
      id === 'exportGames'
    for (let failures = 0; ; failures++)
      try {
        return await read(await send(options, operation, sent, timeout))
      } catch (error) {
        const wait = safe && failures < retries ? waitAfter(error, failures) : null
        if (wait === null) throw error
        await pause(wait, input.signal)
      }
  }

  const request = (id: OperationId, input: Sent = {}): Promise<{ status: number; body: unknown }> =>
    attempt(id, input, async ({ response, read, end }) => {
      try {
        return { status: response.status, body: bodyOf(response, await read(() => response.text())) }
      } finally {
        end()
      }
    })

  async function* lines(id: LinesId, input: Sent = {}) {
    const asked = { ...input, query: { ...input.query, format: 'json' } }
    const begun = await attempt(id, asked, async (begun) => begun)
    for await (const line of readLines(begun)) if (line) yield JSON.parse(line)
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
  return { call, request, pages, lines } as unknown as Client
}

const REPEATABLE: Operation['method'][] = ['GET', 'PUT']

/** `crypto.randomUUID` is not there on pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Milliseconds to wait before trying again; null: not to be tried again. */
function waitAfter(error: unknown, failures: number): number | null {
  const pauseNow = backOff(failures, 300, 5000)
  if (error instanceof NetworkError) return !error.status || PASSING.includes(error.status) ? pauseNow : null
  if (!(error instanceof ApiError) || !PASSING.includes(error.status)) return null
  const wait = Math.max(pauseNow, (error.retryAfter ?? 0) * 1000)
  return wait <= LONGEST_WAIT ? wait : null
}

function bodyOf({ headers }: Response, text: string): unknown {
  return /^application\/(\w+\+)?json/.test(headers.get('content-type') ?? '')
    ? JSON.parse(text)
    : text || undefined
}
