import { Readable } from 'node:stream'
import type { Result } from '@tegenzet/common'
import {
  type Access,
  APP_SCOPES,
  type Endpoint,
  ERRORS,
  isForStaff,
  isOpen,
  type OpenAccess,
  PROOF_MINUTES,
} from '@tegenzet/contract'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Refusal, RefusalError, type Refused } from '../refusal.ts'
import { MAX_ID } from '../store/page.ts'
import type { Replica } from '../store/replica.ts'
import type { Db } from '../store/transaction.ts'
import { type Caller, holdsScope } from './caller.ts'
import { idempotencyKey, once } from './idempotency.ts'
import { refusalOf, sendError, sendRefusal } from './problems.ts'
import { notLoggedIn } from './session.ts'
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
/** A body that is JSON already, so that its schema does not encode it. For calls that are made all the time. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
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

const ZIP = 'application/zip'
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

/**
 * A stream that produces a text only when the client has read the last one. If it fails, Fastify destroys the connection,
 * so that no client takes a part for the whole.
 */
function streamed(texts: AsyncIterable<string>, { raw }: FastifyRequest): Readable {
  const stream = Readable.from(texts, { objectMode: false })
  // HTTP/1.0 has no chunks: the end of the connection is that of the body, unless it is reset
  if (raw.httpVersion === '1.0') stream.once('error', () => raw.socket.resetAndDestroy())
  return stream
}

/** Encodes each line by the response's schema, unless it is JSON already. */
async function* encodedLines(lines: AsyncIterable<unknown>, { responses }: Endpoint): AsyncGenerator<string> {
  const schema = responses[200] as z.ZodType
  const text = (line: unknown) => (line instanceof Json ? line.text : JSON.stringify(schema.encode(line)))
  for await (const line of lines) yield line === '' ? '\n' : `${text(line)}\n`
}

/**
 * The same as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). What a stream starts with
 * is older than the event after which it goes on: only a later one gets an id, from which the client will resume.
 */
async function* serverSentEvents(
  lines: AsyncIterable<unknown>,
  { responses }: Endpoint,
  eventId: NonNullable<Endpoint['eventId']>,
  received: number,
): AsyncGenerator<string> {
  const schema = responses[200] as z.ZodType
  let last = received
  for await (const line of lines) {
    // the endpoint's handler makes the lines that its eventId takes
    const id = line === '' ? last : eventId(line as never)
    if (id > last) yield `id: ${id}\n`
    last = Math.max(last, id)
    yield line === '' ? ':\n\n' : `data: ${JSON.stringify(schema.encode(line))}\n\n`
  }
}

/** The last event that the client has received, at most the newest; -1: none. */
const received = (request: FastifyRequest, newest = Number.POSITIVE_INFINITY): number =>
  Math.min(lastEventId(request) ?? -1, newest)

/** The id of the last server-sent event that the client has received. @throws RefusalError if it is malformed */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id']
  if (id === undefined) return undefined
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id)
  throw new RefusalError('validation', 'A Last-Event-ID is the id of an event, up to 15 digits.')
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

/** @throws RefusalError 401 or 403 */
export function requireAccess(access: Exclude<Access, OpenAccess>, caller: Caller | null): Caller {
  if (!caller) throw notLoggedIn()
  if (access === 'session') {
    if (caller.kind !== 'session')
      throw new RefusalError('forbidden', 'This needs a login; a token is not enough.')
  } else if (!holdsScope(caller, access))
    throw new RefusalError('missing-scope', `The token lacks the scope ${access}.`)
  return caller
}

/** @throws RefusalError 403 for guests, unless the call is for them too */
function checkGuest({ access, guests }: Endpoint, caller: Caller | null): void {
  if (caller?.guest && !isOpen(access) && !guests)
    throw new RefusalError('guests-cannot', 'Guests cannot do this. Register to keep your games and do more.')
}

/** @throws RefusalError 403 unless the caller has one of the roles */
function checkRoles(roles: Endpoint['roles'], caller: Caller | null): void {
  if (!roles || roles.some((role) => caller?.roles.includes(role))) return
  throw new RefusalError('forbidden', `Only people with one of these roles may do this: ${roles.join(', ')}.`)
}

/** @throws RefusalError 403 unless the session has logged in or proved its identity lately */
async function checkProof(app: FastifyInstance, { proof }: Endpoint, caller: Caller | null) {
  const unproved = proof && caller && (await app.proofRefused(caller, proof))
  if (unproved) throw new RefusalError(unproved.error.code, unproved.error.detail)
}

/** @throws RefusalError 403 that tells an admin without a second factor to set one up */
function checkFactor({ path }: Endpoint, caller: Caller | null): void {
  if (caller?.factorMissing && isForStaff(path))
    throw new RefusalError(
      'factor-required',
      'Admins of this server need a second factor. Set up an authenticator app or a passkey first.',
    )
}

/** Rejects any query parameter. */
const NO_QUERY = z.strictObject({})

function routeSchema(endpoint: Endpoint): Record<string, unknown> {
  const { params, query, body, access } = endpoint
  const response: Record<string, unknown> = {}
  for (const [status, answer] of Object.entries(endpoint.responses))
    response[status] =
      typeof answer === 'string'
        ? z.undefined().describe(answer)
        : {
            description: endpoint.summary,
            content: {
              [endpoint.zip ? ZIP : 'application/json']: { schema: answer },
              ...(endpoint.text && { 'text/plain': { schema: z.string().describe(endpoint.text) } }),
            },
          }
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describe(endpoint),
    security: securityOf(access),
    ...(params && { params }),
    querystring: query ?? NO_QUERY,
    ...(body && { body }),
    ...(endpoint.form && { consumes: ['application/x-www-form-urlencoded', 'application/json'] }),
    response,
  }
}

function describe({ description, access, roles, proof }: Endpoint): string {
  const paragraphs = [description]
  if (access === 'reader') paragraphs.push('Needs a log-in where `getAbout` says `readers: members`.')
  if (roles) paragraphs.push(`Needs one of the roles: ${roles.join(', ')}.`)
  if (proof)
    paragraphs.push(
      `Fails with \`proof-needed\` in a session if you have not logged in or proved your identity (\`proveIdentity\`) in the last ${PROOF_MINUTES} minutes.`,
    )
  return paragraphs.join('\n\n')
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'anyone') return []
  if (access === 'reader') return [{}, { session: [] }, { token: [] }]
  if (access === 'session') return [{ session: [] }]
  const byApp = APP_SCOPES.some((scope) => scope === access) ? [{ oauth2: [access] }] : []
  return [{ session: [] }, { token: [access] }, ...byApp]
}
