import type { z } from 'zod'
import { type OPERATIONS, type Operation, type OperationId, OPERATIONS as operations } from './operations.ts'
import { ERRORS, type ErrorCode } from './problem.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call:
 * - `anyone`: without logging in; who does is known to the handler
 * - `session`: a logged-in session only, no token
 * - a scope: a session, or a token that holds the scope
 */
export type Access = 'anyone' | 'session' | Scope

export interface EndpointDefinition {
  tag:
    | 'Accounts'
    | 'Tokens'
    | 'Vacations'
    | 'Rules'
    | 'Challenges'
    | 'Bots'
    | 'Games'
    | 'Messages'
    | 'Plans'
    | 'People'
    | 'Draws'
    | 'Claims'
    | 'Admin'
    | 'Webhooks'
    | 'Notices'
    | 'Apps'
    | 'Live'
  summary: string
  description: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * Answers by status; a string describes one without a body. With 400 and 401 among them the call words its errors by
   * another standard's rules, and whatever is malformed is told in those.
   */
  responses: Partial<Record<200 | 201 | 204 | 302 | 400 | 401, z.ZodType | string>>
  /** Takes a form (`application/x-www-form-urlencoded`) besides JSON. */
  form?: true
  /** Pages of any site may send it: what it does rests on its body, never on a cookie. */
  anyOrigin?: true
  /** Where the answer with 200 can be a text too (`text/plain`): what that is. */
  text?: string
  /**
   * Where the answer with 200 is a stream of newline-delimited JSON (`application/x-ndjson`), each line as its schema
   * says: what it brings, and how long it lasts.
   */
  lines?: string
  /** What is answered with 200 may be kept, and is asked for again by its `ETag`: 304 while it is the same. */
  cacheable?: true
  /** What is answered with 200 comes with the name of a file to save it under. */
  download?: true
  /** The codes this call can give besides those every call can (see `endpointErrors`). */
  errors: readonly ErrorCode[]
}

export type Endpoint = EndpointDefinition & Operation & { operationId: OperationId }

/** Puts an operation's id, method and path to its schemas. */
export function endpoint<const Id extends OperationId, const P extends EndpointDefinition>(
  operationId: Id,
  parts: P,
): P & (typeof OPERATIONS)[Id] & { operationId: Id } {
  return { operationId, ...operations[operationId], ...parts }
}

/** Every error code a call can give: its own, and what follows from its access and its schemas. */
export function endpointErrors(e: Endpoint): ErrorCode[] {
  // an unknown query parameter is malformed everywhere
  const codes = new Set<ErrorCode>(['validation', ...e.errors])
  if (e.body)
    for (const code of ['bad-request', 'payload-too-large', 'unsupported-media-type'] as const)
      codes.add(code)
  // wherever a bad token is sent
  codes.add('unauthenticated')
  // a change with a cookie from another site
  if (e.access === 'session' || (e.method !== 'GET' && !e.anyOrigin)) codes.add('forbidden')
  if (e.access !== 'anyone' && e.access !== 'session') codes.add('missing-scope')
  if (e.idempotent) codes.add('idempotency-key-reused').add('unavailable')
  codes.add('rate-limited')
  for (const code of codes) if (ERRORS[code].status in e.responses) codes.delete(code)
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status || (a < b ? -1 : 1))
}
