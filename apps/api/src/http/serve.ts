import { Readable } from 'node:stream'
import type { Result } from '@tegenzet/common'
import { type Access, type Endpoint, ERRORS, isOpen, type OpenAccess } from '@tegenzet/contract'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Refusal, RefusalError, type Refused } from '../refusal.ts'
import { MAX_ID } from '../store/page.ts'
import type { Replica } from '../store/replica.ts'
import type { Db } from '../store/transaction.ts'
import { checkFactor, checkGuest, checkProof, checkRoles, requireAccess } from './access-checks.ts'
import type { Caller } from './caller.ts'
import { idempotencyKey, once } from './idempotency.ts'
import { Json } from './json-answer.ts'
import { encodedLines, lastEventId, received, serverSentEvents, streamed } from './line-streams.ts'
import { refusalOf, sendError, sendRefusal } from './problems.ts'
import { routeSchema, ZIP } from './route-schema.ts'
import { onReplicaOrPrimary } from './stale-reads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
    /** The database handle on which each statement commits by itself. */
    store: Db
    /** null: there is none. */
    replica: Replica | null
    /** Why a caller may not make a sensitive change now; null if they may. */
    proofRefused: (caller: Caller, proof: NonNullable<Endpoint['proof']>) => Promise<Refused | null>
    /** Why the host's switches refuse a request; null if they do not. */
    featureRefused: (endpoint: Endpoint, request: FastifyRequest) => Promise<Refused | null>
  }
  interface FastifyContextConfig {
    /** The response is a stream of lines. */
    lines?: boolean
    /** It counts as a request that reads, whatever its method. */
    reads?: boolean
    /** It is a page for people. */
    page?: boolean
  }
}

type Parsed<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined
type CallerOf<A extends Access> = A extends OpenAccess ? Caller | null : Caller

/** What a handler gets: the parsed request and its caller. */
export interface Call<E extends Endpoint> {
  /** The database. With an `Idempotency-Key`, the transaction that stores the answer too (see `idempotency.ts`). */
  db: Db
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  caller: CallerOf<E['access']>
  /** When the request arrived. */
  arrivedAt: Date
  request: FastifyRequest
  reply: FastifyReply
}

type BodyOf<S> = S extends z.ZodType ? z.input<S> : undefined
/** One of the endpoint's responses: a status with a body, a stream of lines, a text, a zip file, or 304. */
export type Answer<E extends Endpoint> =
  | (E extends { lines: string } ? Lines<BodyOf<E['responses'][200]>> : Body<E>)
  | (E extends { text: string } ? { status: 200; text: string | AsyncIterable<string> } : never)
  | (E extends { zip: string } ? { status: 200; zip: ZipFile } : never)
  | (E extends { cacheable: true } ? { status: 304 } : never)
type Body<E extends Endpoint> = {
  [S in keyof E['responses']]: { status: S; body: BodyOf<E['responses'][S]> | Json }
}[keyof E['responses']]
interface ZipFile {
  bytes: number
  chunks: AsyncIterable<Uint8Array>
}
interface Lines<Line> {
  status: 200
  /** An empty line keeps the connection alive. */
  lines: AsyncIterable<Line | Json | ''>
  /** The newest event, for a client that names a later one: after a restore there may be none. */
  newest?: number
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<Answer<E>, Refusal>>

/**
 * Serves an endpoint of the contract. Checks in the contract's order: 400, 401, missing scope; then the handler runs.
 * @param options.runsOnce the handler calls `once` itself, to work before the transaction or to store less than its answer
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { runsOnce = false } = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: {
      anyOrigin: endpoint.anyOrigin === true,
      lines: endpoint.lines !== undefined,
      reads: endpoint.reads === true,
      forReaders: endpoint.access === 'reader',
    },
    ...(endpoint.maxBody && { bodyLimit: endpoint.maxBody }),
    validatorCompiler: absentAsUndefined,
    ...(400 in endpoint.responses && { errorHandler: sendOAuthError }),
    ...(endpoint.idempotent && {
      preValidation: async (request) => void idempotencyKey(request, endpoint.idempotent),
    }),
    ...(endpoint.eventId && { preValidation: async (request) => void lastEventId(request) }),
    preHandler: async (request) => {
      checkFactor(endpoint, request.caller)
      if (!isOpen(endpoint.access)) requireAccess(endpoint.access, request.caller)
      const off = await app.featureRefused(endpoint, request)
      if (off) throw new RefusalError(off.error.code, off.error.detail)
      checkGuest(endpoint, request.caller)
      checkRoles(endpoint.roles, request.caller)
      await checkProof(app, endpoint, request.caller)
    },
    // compression would hold back events
    ...(endpoint.eventId && { compress: false }),
    // HEAD would produce a whole stream and discard it
    exposeHeadRoute: endpoint.lines === undefined,
    handler: async (request, reply) => {
      const { params, query, caller, arrivedAt } = request
      if (isIdTooLarge(params))
        return sendRefusal(reply, { code: 'not-found', detail: 'This id does not exist.' })
      // Fastify has parsed the request by the endpoint's schemas, and AnyAnswer has the fields of every Answer
      const work = (db: Db): Promise<Result<AnyAnswer, Refusal>> =>
        handler({
          db,
          params,
          query,
          body: request.body,
          caller,
          arrivedAt,
          request,
          reply,
        } as Call<E>) as never
      const key = endpoint.idempotent && !runsOnce && idempotencyKey(request)
      const result: Result<AnyAnswer, Refusal> = key
        ? await once(app.deps, app.store, request, key, work)
        : await onReplicaOrPrimary(app, endpoint.operationId, request, work)
      if (!result.ok) return sendRefusal(reply, result.error)
      if (result.value.replayed) reply.header('idempotency-replayed', 'true')
      const { status, body, text, lines, newest, zip } = result.value
      reply.code(status)
      // tells nginx and others not to buffer the stream
      if (lines || zip || typeof text === 'object') reply.header('x-accel-buffering', 'no')
      if (lines && endpoint.eventId && request.headers.accept?.includes(EVENT_STREAM))
        return reply
          .type(EVENT_STREAM)
          .send(
            streamed(serverSentEvents(lines, endpoint, endpoint.eventId, received(request, newest)), request),
          )
      if (lines)
        return reply.type('application/x-ndjson').send(streamed(encodedLines(lines, endpoint), request))
      if (zip)
        return reply
          .type(ZIP)
          .header('content-length', zip.bytes)
          .send(Readable.from(zip.chunks, { objectMode: false }))
      if (body instanceof Json) return reply.type('application/json; charset=utf-8').send(body.text)
      if (text === undefined) return reply.send(body)
      reply.type('text/plain; charset=utf-8')
      return reply.send(typeof text === 'string' ? text : streamed(text, request))
    },
  })
}

const EVENT_STREAM = 'text/event-stream'

/** Whether the path has an id that no row can have. A query with it would fail, because it does not fit the column. */
const isIdTooLarge = (params: unknown): boolean => {
  const { id } = (params ?? {}) as { id?: unknown }
  return typeof id === 'number' && id > MAX_ID
}

interface AnyAnswer {
  status: number
  body?: unknown
  text?: string | AsyncIterable<string>
  lines?: AsyncIterable<unknown>
  newest?: number
  zip?: ZipFile
  /** From an earlier request with the same `Idempotency-Key`. */
  replayed?: true
}

/** Answers a malformed request as RFC 6749 (OAuth) describes. */
function sendOAuthError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, detail, errors = [] } = refusalOf(error)
  const { status } = ERRORS[code]
  if (status !== 400 && status !== 401) return sendError(error, request, reply)
  const error_description = [detail, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' ')
  return reply
    .code(status)
    .send({ error: status === 401 ? 'invalid_client' : 'invalid_request', error_description })
}

/** Fastify passes a missing body as null; optional schemas expect undefined. */
const absentAsUndefined: FastifySchemaCompiler<FastifySchema> = (route) => {
  const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0])
  return (data) => validate(data ?? undefined)
}

/** Turns a use case's result into an answer with this status. */
export const answer = <S extends number, T>(
  status: S,
  result: Result<T, Refusal>,
): Result<{ status: S; body: T }, Refusal> =>
  result.ok ? { ok: true, value: { status, body: result.value } } : result

/** The same, encoded without the schema. For lists that are read all the time. */
export const answerAsJson = <S extends number>(
  status: S,
  result: Result<unknown, Refusal>,
): Result<{ status: S; body: Json }, Refusal> =>
  answer(status, result.ok ? { ok: true, value: new Json(JSON.stringify(result.value)) } : result)
