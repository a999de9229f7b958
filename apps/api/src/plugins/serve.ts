import type { Access, Endpoint, ErrorCode } from '@tegenzet/contract'
import { ERRORS, endpointErrors, problemSchema } from '@tegenzet/contract'
import type { Result } from '@tegenzet/rules'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Caller, holdsScope } from '../caller.ts'
import { type Refusal, RefusalError } from '../refusal.ts'
import { sendRefusal } from './problems.ts'

type Parsed<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined
type CallerOf<A extends Access> = A extends 'anyone' ? Caller | null : Caller

/** What a handler is given: everything parsed, and who asks. */
export interface Call<E extends Endpoint> {
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
/** One of the endpoint's answers: a status and its body; a text, where the endpoint says it has one; or that the client has it already. */
export type Answer<E extends Endpoint> =
  | { [S in keyof E['answers']]: { status: S; body: BodyOf<E['answers'][S]> } }[keyof E['answers']]
  | (E extends { text: string } ? { status: 200; text: string } : never)
  | { status: 304 }

/**
 * Serves an endpoint of the contract. The order of the checks is the contract's: malformed, who are you, scope; then
 * the handler's own.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Result<Answer<E>, Refusal>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    validatorCompiler: absentAsUndefined,
    preHandler: async (request) => checkAccess(endpoint.access, request.caller),
    handler: async (request, reply) => {
      const { params, query, body, caller, arrivedAt } = request
      const result = await handler({ params, query, body, caller, arrivedAt, request, reply } as Call<E>)
      if (!result.ok) return sendRefusal(reply, result.error)
      const answer = result.value as { status: number; body?: unknown; text?: string }
      reply.code(answer.status)
      return answer.text === undefined
        ? reply.send(answer.body)
        : reply.type('text/plain; charset=utf-8').send(answer.text)
    },
  })
}

/** Fastify hands on a body that was not sent as null, which no schema means by optional. */
const absentAsUndefined: FastifySchemaCompiler<FastifySchema> = (route) => {
  const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0])
  return (data) => validate(data ?? undefined)
}

/** A use case's result as an answer with the status of its success. */
export const answer = <S extends number, T>(
  status: S,
  result: Result<T, Refusal>,
): Result<{ status: S; body: T }, Refusal> =>
  result.ok ? { ok: true, value: { status, body: result.value } } : result

/** @throws RefusalError 401 or 403 */
export function checkAccess(access: Access, caller: Caller | null): void {
  if (access === 'anyone') return
  if (!caller)
    throw new RefusalError('unauthenticated', 'Log in, or send a token as `Authorization: Bearer`.')
  if (access === 'session') {
    if (caller.kind !== 'session')
      throw new RefusalError('forbidden', 'This is done logged in, not with a token.')
  } else if (!holdsScope(caller, access))
    throw new RefusalError('missing-scope', `The token lacks the scope ${access}.`)
}

/** Unknown parameters are malformed everywhere. */
export const NO_QUERY = z.strictObject({})

function routeSchema(endpoint: Endpoint): Record<string, unknown> {
  const { params, query, body, access } = endpoint
  const errors = new Map<number, ErrorCode[]>()
  for (const code of endpointErrors(endpoint))
    errors.set(ERRORS[code].status, [...(errors.get(ERRORS[code].status) ?? []), code])
  const response: Record<string, unknown> = {}
  for (const [status, answer] of Object.entries(endpoint.answers))
    response[status] =
      typeof answer === 'string'
        ? z.undefined().describe(answer)
        : {
            description: endpoint.summary,
            content: {
              'application/json': { schema: answer },
              ...(endpoint.text && { 'text/plain': { schema: z.string().describe(endpoint.text) } }),
            },
          }
  for (const [status, codes] of errors)
    response[status] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('. '),
      content: { 'application/problem+json': { schema: problemSchema } },
    }
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    security: securityOf(access),
    ...(params && { params }),
    querystring: query ?? NO_QUERY,
    ...(body && { body }),
    response,
  }
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'anyone') return []
  if (access === 'session') return [{ session: [] }]
  return [{ session: [] }, { token: [access] }]
}
