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
  'RateLimit-Limit': header('Requests allowed in the current window', 600),
  'RateLimit-Remaining': header('Requests left in the current window', 597),
  'RateLimit-Reset': header('Seconds until the window ends', 42),
  'Retry-After': header('Seconds to wait before the next attempt', 23),
  'Idempotency-Replayed': {
    description: '`true`: the server repeats the first response to this key and did nothing else',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ETag: header(
    'Version of the response. Send it as `If-None-Match` to get 304 if nothing has changed',
    '"oO3zZ3fYb8mKx1r0cN5dQm7aWtE"',
  ),
  'Cache-Control': header('How long the response may be cached', 'public, max-age=300'),
  'Content-Disposition': header('Suggested file name', 'attachment; filename="tegenzet-anna.ndjson"'),
  Allow: header('The supported methods', 'GET, HEAD'),
  'WWW-Authenticate': header('How to authenticate', 'Bearer realm="Tegenzet"'),
  'Set-Cookie': header(
    'The session cookie, for browsers',
    'tegenzet.session=…; Path=/; HttpOnly; SameSite=Lax',
  ),
}

function header(description: string, example: string | number) {
  return { description, schema: { type: typeof example === 'number' ? 'integer' : 'string' }, example }
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
