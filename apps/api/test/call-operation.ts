import { ENDPOINTS, type Endpoint, endpointErrors, type OperationId } from '@tegenzet/contract'
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

/** @param credentials headers of every call, which a call may override */
export function createCaller(url: string, credentials: Record<string, string> = {}): CallOperation {
  return async (operationId, { params = {}, query = {}, body, headers } = {}) => {
    const endpoint: Endpoint = ENDPOINTS[operationId]
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]),
    )
    const response = await fetch(`${url}${path}${search.size ? `?${search}` : ''}`, {
      method: endpoint.method,
      redirect: 'manual',
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

/** Built from the first server's document, which all servers of the process share. */
let checkCall: ReturnType<typeof createCallCheck> | undefined

/** Sets the OpenAPI document that calls are checked against, unless there is one already. */
export function checkCallsAgainst(document: object): void {
  checkCall ??= createCallCheck(document)
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
