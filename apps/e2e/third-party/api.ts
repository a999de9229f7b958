import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Description, type Operation, readDescription } from './document.ts'

export interface Request {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

export interface Answer {
  status: number
  headers: Headers
  body: any
}

/** Somebody's way into the API: made from the document that the server serves, at run time. */
export interface Api {
  description: Description
  /**
   * Makes a call until it is answered: over lost connections, with the same `Idempotency-Key`, and after the pause that
   * the server asks for.
   * @throws where an answer is not as the document says
   */
  call(operationId: string, request?: Request): Promise<Answer>
  /** Where a call goes, for those that are not one request and one answer. */
  addressed(operationId: string, request?: Request): { url: URL; headers: Record<string, string> }
  /** The same API with other credentials. */
  as(credentials: Credentials): Api
  /** How often an answer had been lost and was given again. */
  replays(): number
}

export type Credentials = { token: string } | { cookie: string }

/** How long a server may be gone. */
const PATIENCE_MS = 90_000
const ANSWER_MS = 30_000

/** @param addresses of the processes of one server; the next is tried where one does not answer */
export async function openApi(addresses: readonly string[]): Promise<Api> {
  const response = await fetch(`${addresses[0]}/api/v1/openapi.json`)
  return apiOf(readDescription(await response.json()), addresses)
}

function apiOf(description: Description, addresses: readonly string[], credentials?: Credentials): Api {
  let at = 0
  let replays = 0

  function addressed(operationId: string, { params = {}, query = {} }: Request = {}) {
    const operation = description.operation(operationId)
    const known = (place: string) => operation.parameters.filter((each) => each.in === place)
    for (const [place, given] of Object.entries({ path: params, query }))
      for (const name of Object.keys(given))
        if (!known(place).some((each) => each.name === name))
          throw new Error(`${operationId} has no ${place} parameter ${name}`)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (params[name] === undefined) throw new Error(`${operationId} needs ${name}`)
      return encodeURIComponent(params[name])
    })
    const url = new URL(path, addresses[at])
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return { url, headers: credentialsFor(operation) }
  }

  function credentialsFor({ id, security }: Operation): Record<string, string> {
    if (!credentials) return {}
    const scheme = 'token' in credentials ? 'token' : 'session'
    if (security.length > 0 && !security.some((each) => scheme in each))
      throw new Error(`${id} cannot be called with a ${scheme}`)
    return 'token' in credentials
      ? { authorization: `Bearer ${credentials.token}` }
      : { cookie: credentials.cookie }
  }

  return {
    description,
    addressed,
    replays: () => replays,
    as: (other) => apiOf(description, addresses, other),
    async call(operationId, request = {}) {
      const operation = description.operation(operationId)
      description.checkSent(operation, request.body)
      const extra: Record<string, string> = {}
      if (operation.parameters.some(({ name }) => name === 'Idempotency-Key'))
        extra['idempotency-key'] = randomUUID()
      if (request.body !== undefined) extra['content-type'] = 'application/json'
      for (const begun = performance.now(); ; ) {
        const { url, headers } = addressed(operationId, request)
        const answer = await send(operation, url, { ...headers, ...extra }, request.body).catch((error) => {
          if (performance.now() - begun > PATIENCE_MS) throw error
          return null
        })
        if (answer) {
          const { status, body } = answer
          description.checkAnswer(operation, { status, type: answer.headers.get('content-type'), body })
          if (answer.headers.has('idempotency-replayed')) replays++
          if (status !== 429 && status !== 503) return answer
          await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000)
        } else {
          at = (at + 1) % addresses.length
          await pause(200)
        }
      }
    },
  }
}

async function send(
  { method }: Operation,
  url: URL,
  headers: Record<string, string>,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  }
}

/** The body of an answer that must be good. */
export async function good(answering: Promise<Answer>): Promise<any> {
  const { status, body } = await answering
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
