import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiDocument, type Operation, parseDocument } from './api-document.ts'

interface ApiRequest {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

export interface ApiResponse {
  status: number
  headers: Headers
  body: any
}

/** A client that is built at run time from the OpenAPI document of the server. */
export interface Api {
  document: ApiDocument
  /**
   * Repeats a call until there is a response: after lost connections with the same `Idempotency-Key`, and after
   * `Retry-After`.
   * @throws Error if the response does not match the document
   */
  call(operationId: string, request?: ApiRequest): Promise<ApiResponse>
  /** The URL and headers of an operation, for example to open a stream. */
  target(operationId: string, request?: ApiRequest): { url: URL; headers: Record<string, string> }
  /** The same API with other credentials. */
  as(credentials: Credentials): Api
  /** Number of responses that the server replayed because the first one was lost. */
  replays(): number
}

export type Credentials = { token: string } | { cookie: string }

/** How long all processes of the server may be unreachable. */
const MAX_OUTAGE_MS = 90_000
const TIMEOUT_MS = 30_000

/** @param origins of the processes of one server. If one does not respond, the next one is tried */
export async function openApi(origins: readonly string[]): Promise<Api> {
  const response = await fetch(`${origins[0]}/api/v1/openapi.json`)
  return createApi(parseDocument(await response.json()), origins)
}

function createApi(document: ApiDocument, origins: readonly string[], credentials?: Credentials): Api {
  let current = 0
  let replays = 0

  function target(operationId: string, { params = {}, query = {} }: ApiRequest = {}) {
    const operation = document.operation(operationId)
    checkParameters(operation, 'path', params)
    checkParameters(operation, 'query', query)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (params[name] === undefined) throw new Error(`${operationId} needs ${name}`)
      return encodeURIComponent(params[name])
    })
    const url = new URL(path, origins[current])
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return { url, headers: authHeaders(operation, credentials) }
  }

  return {
    document,
    target,
    replays: () => replays,
    as: (other) => createApi(document, origins, other),
    async call(operationId, request = {}) {
      const operation = document.operation(operationId)
      document.checkRequest(operation, request.body)
      const extra: Record<string, string> = {}
      if (operation.parameters.some(({ name }) => name === 'Idempotency-Key'))
        extra['idempotency-key'] = randomUUID()
      if (request.body !== undefined) extra['content-type'] = 'application/json'
      for (const start = performance.now(); ; ) {
        const { url, headers } = target(operationId, request)
        const response = await send(operation, url, { ...headers, ...extra }, request.body).catch((error) => {
          if (performance.now() - start > MAX_OUTAGE_MS) throw error
          return null
        })
        if (response) {
          const { status, body } = response
          document.checkResponse(operation, { status, type: response.headers.get('content-type'), body })
          if (response.headers.has('idempotency-replayed')) replays++
          if (status !== 429 && status !== 503) return response
          await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
        } else {
          current = (current + 1) % origins.length
          await sleep(200)
        }
      }
    },
  }
}

function checkParameters(operation: Operation, place: string, given: Record<string, unknown>): void {
  const known = operation.parameters.filter((each) => each.in === place).map(({ name }) => name)
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw new Error(`${operation.id} has no ${place} parameter ${name}`)
}

function authHeaders({ id, security }: Operation, credentials?: Credentials): Record<string, string> {
  if (!credentials) return {}
  const scheme = 'token' in credentials ? 'token' : 'session'
  if (security.length > 0 && !security.some((each) => scheme in each))
    throw new Error(`${id} cannot be called with a ${scheme}`)
  return 'token' in credentials
    ? { authorization: `Bearer ${credentials.token}` }
    : { cookie: credentials.cookie }
}

async function send(
  { method }: Operation,
  url: URL,
  headers: Record<string, string>,
  body: unknown,
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  }
}

/** @returns the body of a successful response. @throws Error for any other response */
export async function expectSuccess(call: Promise<ApiResponse>): Promise<any> {
  const { status, body } = await call
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
