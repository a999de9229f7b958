import type { Problem } from '@tegenzet/contract'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type Refusal, RefusalError, toProblem } from '../refusal.ts'
import { isPageRequest } from './web.ts'

/** Every error leaves as problem+json, from here; what nobody serves and a person opens is a page of the web client. */
export function registerProblems(app: FastifyInstance, hasWebClient: boolean): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((request, reply) => {
    if (hasWebClient && isPageRequest(request.method, request.url, request.headers.accept))
      return reply.sendFile('index.html')
    const path = request.url.split('?', 1)[0]
    return sendRefusal(reply, { code: 'not-found', detail: `There is nothing at ${request.method} ${path}.` })
  })
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = toProblem(refusal)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="Tegenzet"')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  // sent as text: the route's own serializer is for its answers
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((body: Problem) => JSON.stringify(body))
    .send(problem)
}

/** Fastify's own errors by their code; what no client can cause is `internal`. */
function refusalOf(error: FastifyError): Refusal {
  if (error instanceof RefusalError) return error.refusal
  if (hasZodFastifySchemaValidationErrors(error))
    return {
      code: 'validation',
      detail: 'The request does not fit its description; `errors` says where.',
      errors: error.validation.map((issue) => ({
        path: `/${error.validationContext}${issue.instancePath.replace(/^\/$/, '')}`,
        message: issue.message ?? 'invalid',
      })),
    }
  switch (error.statusCode) {
    case 413:
      return { code: 'payload-too-large', detail: 'The body is larger than this call takes.' }
    case 415:
      return { code: 'unsupported-media-type', detail: 'Send the body as application/json.' }
    case 429:
      return { code: 'rate-limited', detail: error.message }
    case 503:
      return { code: 'unavailable', detail: error.message }
    default:
      return (error.statusCode ?? 500) < 500
        ? { code: 'bad-request', detail: error.message }
        : {
            code: 'internal',
            detail: 'The server failed. It has been logged; nothing was changed by halves.',
          }
  }
}
