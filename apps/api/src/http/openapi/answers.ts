import { ERRORS, type ErrorCode, problemExample } from '@tegenzet/contract'

export type Named<T = unknown> = Record<string, T>
export interface Answer {
  description: string
  headers?: Named
  content?: Content
}
export type Content = Named<{ schema?: unknown; example?: unknown; examples?: Named; 'x-line'?: unknown }>

/** Response headers in the document's components. */
export const HEADERS = {
  'RateLimit-Limit': {
    description: 'Requests allowed in the current window',
    schema: { type: 'integer' },
    example: 600,
  },
  'RateLimit-Remaining': {
    description: 'Requests left in the current window',
    schema: { type: 'integer' },
    example: 597,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends',
    schema: { type: 'integer' },
    example: 42,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer' },
    example: 23,
  },
  'Idempotency-Replayed': {
    description: '`true`: the server repeats the first response to this key and did nothing else',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ETag: {
    description: 'Version of the response. Send it as `If-None-Match` to get 304 if nothing has changed',
    schema: { type: 'string' },
    example: '"oO3zZ3fYb8mKx1r0cN5dQm7aWtE"',
  },
  'Cache-Control': {
    description: 'How long the response may be cached',
    schema: { type: 'string' },
    example: 'public, max-age=300',
  },
  'Content-Disposition': {
    description: 'Suggested file name',
    schema: { type: 'string' },
    example: 'attachment; filename="tegenzet-anna.ndjson"',
  },
  Allow: {
    description: 'The supported methods',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate',
    schema: { type: 'string' },
    example: 'Bearer realm="Tegenzet"',
  },
  'Set-Cookie': {
    description: 'The session cookie, for browsers',
    schema: { type: 'string' },
    example: 'tegenzet.session=…; Path=/; HttpOnly; SameSite=Lax',
  },
}

export const headerRefs = (...names: (keyof typeof HEADERS)[]): Named =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers of every response under /api/v1. */
export const RATE_LIMITS = headerRefs('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')

/** One example per error code in the document's components. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  Object.keys(ERRORS).map((code) => [code, { value: problemExample(code as ErrorCode) }]),
)

/**
 * The responses with these errors, by status. Operations share them, so they go into the document's components.
 * @param shared the components to add them to
 */
export function problemAnswers(codes: readonly ErrorCode[], shared: Named<Answer>): Named {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    Array.from(byStatus, ([status, its]) => {
      const name = its.join('.')
      shared[name] = problemAnswer(status, its)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

const problemAnswer = (status: number, codes: readonly ErrorCode[]): Answer => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('. '),
  headers: {
    ...RATE_LIMITS,
    ...(status === 401 && headerRefs('WWW-Authenticate')),
    ...(status === 405 && headerRefs('Allow')),
    ...((status === 429 || status === 503) && headerRefs('Retry-After')),
  },
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})
