import type { Duplex } from 'node:stream'
import type { Problem } from '@tegenzet/contract'
import { unavailability } from '@tegenzet/db'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { RETRY_AFTER_SECONDS, type Refusal, RefusalError, toProblem } from '../refusal.ts'
import { fieldErrors } from './field-errors.ts'
import { pathOf } from './path-of.ts'

/**
 * Turns every error into problem+json.
 * @param sendPage sends a page of the web client; false if there is none at the address
 */
export function registerProblems(
  app: FastifyInstance,
  sendPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  app.setErrorHandler<FastifyError>(sendError)
  /** The API's routes, to name the allowed methods in a 405. */
  const routes: { method: string; path: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/v1/')) return
    const path = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
    for (const each of [method].flat()) routes.push({ method: each, path })
  })
  // unknown URLs count towards the rate limit too
  const preHandler: preHandlerAsyncHookHandler = (request, reply) => app.rateLimit().call(app, request, reply)
  app.setNotFoundHandler({ preHandler }, async (request, reply) => {
    if (await sendPage?.(request, reply)) return reply
    const path = pathOf(request.url)
    const allowed = routes.filter((route) => route.path.test(path)).map(({ method }) => method)
    if (allowed.length === 0)
      return sendRefusal(reply, { code: 'not-found', detail: `There is nothing at ${path}.` })
    const methods = [...new Set(allowed)].join(', ')
    reply.header('allow', methods)
    return sendRefusal(reply, { code: 'method-not-allowed', detail: `${path} supports ${methods}.` })
  })
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal' || unavailability(error))
    request.log.error({ err: error }, 'request failed')
  return sendRefusal(reply, refusal)
}

/** Answers requests that are not HTTP or are incomplete. */
export function answerUnreadable({ code }: { code?: string }, socket: Duplex): void {
  if (code === 'ECONNRESET') return void socket.destroy()
  endAsBadRequest(socket, UNREADABLE[code ?? ''] ?? 'This is not a valid HTTP request.')
}

const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Answers on the socket, for requests that have no `reply`. */
export function endAsBadRequest(socket: Duplex, detail: string): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(toProblem({ code: 'bad-request', detail }))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = toProblem(refusal)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="Tegenzet"')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  // the route's serializer knows only successful responses
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((body: Problem) => JSON.stringify(body))
    .send(problem)
}

const DATABASE_UNAVAILABLE: Refusal = {
  code: 'unavailable',
  detail: 'The database is not available at the moment. Send the request again later.',
  retryAfter: RETRY_AFTER_SECONDS,
}

/** Maps Fastify's errors by status. Errors that a client cannot cause are `internal`. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof RefusalError) return error.refusal
  if (unavailability(error)) return DATABASE_UNAVAILABLE
  if (hasZodFastifySchemaValidationErrors(error))
    return {
      code: 'validation',
      detail: 'The request is not valid; `errors` says why.',
      errors: fieldErrors(
        error.validationContext ?? 'body',
        error.validation.map(({ instancePath, message = 'invalid', params }) => ({
          path: instancePath.split('/').filter(Boolean),
          message,
          ...params,
        })),
      ),
    }
  switch (error.statusCode) {
    case 413:
      return { code: 'payload-too-large', detail: 'The body is too large for this call.' }
    case 415:
      return { code: 'unsupported-media-type', detail: 'Send the body as application/json.' }
    case 429:
      return { code: 'rate-limited', detail: error.message }
    case 503:
      return { code: 'unavailable', detail: error.message, retryAfter: RETRY_AFTER_SECONDS }
    default:
      return (error.statusCode ?? 500) < 500
        ? { code: 'bad-request', detail: error.message }
        : {
            code: 'internal',
            detail: 'The server failed. The error has been logged, and nothing was changed in part.',
          }
  }
}
