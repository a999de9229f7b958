import { ENDPOINTS, type Endpoint, endpointErrors, type OperationId } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { createCallCheck } from './openapi-checks.ts'

export interface Answer {
  status: number
  /** Parsed JSON, otherwise text; undefined without a body. */
  body: any
  headers: Headers
}

export interface Request {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an operation of the contract. Fails the test if the call does not match the served OpenAPI document. */
export type CallOperation = (operationId: OperationId, request?: Request) => Promise<Answer>

/**
 * @param target a URL, or a server in this process, which is then called without a socket in less time
 * @param credentials headers of every call, which a call may override
 */
export function createCaller(
  target: string | FastifyInstance,
  credentials: Record<string, string> = {},
): CallOperation {
  const send = typeof target === 'string' ? overHttp(target) : injected(target)
  return async (operationId, { params = {}, query = {}, body, headers } = {}) => {
    const endpoint: Endpoint = ENDPOINTS[operationId]
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]),
    )
    const response = await send(endpoint, `${path}${search.size ? `?${search}` : ''}`, {
      headers: {
        ...credentials,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return checkAnswer(endpoint, body, response)
  }
}

type Send = (
  endpoint: Endpoint,
  path: string,
  request: { headers: Record<string, string>; body?: string },
) => Promise<Response>

const overHttp =
  (url: string): Send =>
  ({ method }, path, request) =>
    fetch(`${url}${path}`, { ...request, method, redirect: 'manual' })

/** Streams that end only when the client disconnects. */
const ENDLESS: readonly OperationId[] = ['followEvents', 'followGame']

/** Reads only the head of an endless stream, and disconnects. */
const injected =
  (app: FastifyInstance): Send =>
  async ({ method, operationId }, path, { headers, body }) => {
    const {
      statusCode,
      headers: sent,
      ...answer
    } = await app.inject({
      method,
      url: path,
      headers,
      payloadAsStream: true,
      ...(body !== undefined && { payload: body }),
    })
    const isEndless = statusCode === 200 && ENDLESS.includes(operationId)
    if (isEndless) answer.raw.res.destroy()
    const payload = isEndless ? '' : Buffer.concat(await answer.stream().toArray())
    const pairs = Object.entries(sent).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, `${each}`]),
    )
    return new Response(payload.length > 0 ? payload : null, { status: statusCode, headers: pairs })
  }

/** Built from the first server's document, which all servers of the process share. */
let checkCall: ReturnType<typeof createCallCheck> | undefined

/** Sets the OpenAPI document that calls are checked against, unless there is one already. Writing it takes a while. */
export function checkCallsAgainst(writeDocument: () => object): void {
  checkCall ??= createCallCheck(writeDocument())
}

/** @throws if the call does not match the served document, or the contract does not list its error code */
async function checkAnswer(endpoint: Endpoint, sent: unknown, response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const contentType = headers.get('content-type')
  const isJson = /^application\/(problem\+)?json\b/.test(contentType ?? '')
  const answer: Answer = {
    status,
    headers,
    body: isJson ? JSON.parse(text) : text || (contentType ? '' : undefined),
  }
  const fail = (why: string) => {
    throw new Error(`${endpoint.operationId} answered ${status}, ${why}: ${text}`)
  }
  const mismatch = checkCall!(endpoint, { sent, status, contentType, body: answer.body })
  if (mismatch) fail(mismatch)
  if (contentType?.startsWith('application/problem+json')) {
    if (answer.body.status !== status) fail('but its body has another status')
    if (!endpointErrors(endpoint).includes(answer.body.code))
      fail('with a code that the contract does not list')
  }
  return answer
}
