import { ERRORS, type ErrorCode, problemExample } from '@tegenzet/contract'

export type Named<T = unknown> = Record<string, T>
export interface Answer {
  description: string
  headers?: Named
  content?: Content
}
export type Content = Named<{ schema?: unknown; example?: unknown; examples?: Named; 'x-line'?: unknown }>

/** Headers of answers, in the document's components. */
export const HEADERS = {
  'RateLimit-Limit': {
    description: 'Requests you may make in the present window',
    schema: { type: 'integer' },
    example: 600,
  },
  'RateLimit-Remaining': {
    description: 'Requests that are left of them',
    schema: { type: 'integer' },
    example: 597,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends',
    schema: { type: 'integer' },
    example: 42,
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' }, example: 23 },
  'Idempotency-Replayed': {
    description: '`true`: this is the first answer to this key again, and nothing more was done',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ETag: {
    description: 'What it is known by: sent as `If-None-Match` it is answered again only if it has changed',
    schema: { type: 'string' },
    example: '"oO3zZ3fYb8mKx1r0cN5dQm7aWtE"',
  },
  'Cache-Control': {
    description: 'How long it may be kept without asking',
    schema: { type: 'string' },
    example: 'public, max-age=300',
  },
  'Content-Disposition': {
    description: 'The name of a file to save it under',
    schema: { type: 'string' },
    example: 'attachment; filename="tegenzet-anna.ndjson"',
  },
  Allow: {
    description: 'The methods that are offered here',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'How to say who you are',
    schema: { type: 'string' },
    example: 'Bearer realm="Tegenzet"',
  },
  'Set-Cookie': {
    description: 'The session, for browsers',
    schema: { type: 'string' },
    example: 'tegenzet.session=…; Path=/; HttpOnly; SameSite=Lax',
  },
}

export const headerRefs = (...names: (keyof typeof HEADERS)[]): Named =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Those that every answer of the API comes with. */
export const RATE_LIMITS = headerRefs('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')

/** An example of each error, in the document's components. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  Object.keys(ERRORS).map((code) => [code, { value: problemExample(code as ErrorCode) }]),
)

/**
 * The answers that tell of these errors, by status. Many calls share them, so they stand in the document's components.
 * @param shared where they are put
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
