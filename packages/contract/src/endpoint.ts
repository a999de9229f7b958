import type { z } from 'zod'
import type { OptionalFeature } from './features.ts'
import { OPERATIONS, type Operation, type OperationId } from './operations.ts'
import { ERRORS, type ErrorCode } from './problem.ts'
import type { StaffRole } from './roles.ts'
import type { Scope } from './scopes.ts'
import type { Tag } from './tags.ts'

/**
 * Who may make a call:
 * - `anyone`: no authentication needed; the handler knows the caller if there is one
 * - `reader`: the same, but where only members read (the setting `READERS`), it needs a log-in, and a guest's is none
 * - `session`: only a session, no token
 * - a scope: a session, or a token with this scope
 */
export type Access = OpenAccess | 'session' | Scope
export type OpenAccess = 'anyone' | 'reader'

/** Where the terms of the new games are: in the request, or stored with what the path names. */
type NewGames = 'body' | 'path' | StoredTerms
export type StoredTerms = 'challenge' | 'invitation' | 'game' | 'tournament' | 'match'

/** Whether a call needs no authentication, unless only members read. */
export const isOpen = (access: Access): access is OpenAccess => access === 'anyone' || access === 'reader'

export interface EndpointDefinition {
  tag: Tag
  summary: string
  description: string
  access: Access
  /** The host can switch it off: the call then fails with `feature-off`, once nothing of the feature runs any more. */
  feature?: OptionalFeature
  /** It creates or enters something of its feature: it fails as soon as the feature is off. */
  begins?: true
  /** Features that fields of the body use, by name or path (`offer.message`): a call that fills one in fails if that is off. */
  fieldFeatures?: Readonly<Record<string, OptionalFeature>>
  /** It agrees on new games: where their rule set is. It fails with `feature-off` if new games may not use it. */
  newGames?: NewGames
  /** Guests may make this call too. Without it they may only make those that need no authentication. */
  guests?: true
  /** The caller must have one of these roles. */
  roles?: readonly StaffRole[]
  /**
   * By a session only soon after a log-in or a proof of identity (`proveIdentity`). A token with the scope needs none.
   * `unless-first`: whoever has neither a password nor a second factor needs none either, because they cannot prove anything.
   */
  proof?: true | 'unless-first'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * Responses by status: a schema, or a description if there is no body. An endpoint that defines 400 and 401 itself
   * uses the error format of another standard, also for invalid requests.
   */
  responses: Partial<Record<200 | 201 | 202 | 204 | 302 | 400 | 401, z.ZodType | string>>
  /** Accepts a form (`application/x-www-form-urlencoded`) besides JSON. */
  form?: true
  /** Pages of other sites may call it, because it never relies on a cookie. */
  anyOrigin?: true
  /** A POST that changes nothing: it counts as a request that reads. */
  reads?: true
  /** A header with which people get what is not theirs. */
  key?: { name: string; description: string }
  /** The largest body in bytes, where it is not the usual 64 kB. */
  maxBody?: number
  /** Describes the `text/plain` alternative of the 200 response, if there is one. */
  text?: string
  /** Describes the 200 response as newline-delimited JSON (`application/x-ndjson`). The schema is that of one line. */
  lines?: string
  /** The number of a line, with which the lines also come as server-sent events (`text/event-stream`). */
  eventId?: (line: never) => number
  /** Describes the 200 response as a zip file. Its schema is not used. */
  zip?: string
  /** The 200 response may be cached and has an `ETag`. */
  cacheable?: true
  /** The 200 response has a `Content-Disposition` header with a file name. */
  download?: true
  /** Error codes besides those that follow from the definition (see `endpointErrors`). */
  errors?: readonly ErrorCode[]
}

export type Endpoint = EndpointDefinition & Operation & { operationId: OperationId }

/** Makes endpoints that share a part of their definition. Joins each operation's ID, method and path with its definition. */
export const endpointsOf =
  <const S extends Partial<EndpointDefinition>>(shared: S) =>
  <
    const Id extends OperationId,
    const P extends Omit<EndpointDefinition, keyof S> & Partial<EndpointDefinition>,
  >(
    operationId: Id,
    definition: P,
  ): Omit<S, keyof P> & P & (typeof OPERATIONS)[Id] & { operationId: Id } => ({
    operationId,
    ...OPERATIONS[operationId],
    ...shared,
    ...definition,
  })

/** Whether only admins and others with a role make this call. The server can require a second factor of admins. */
export const isForStaff = (path: string): boolean => path.startsWith('/api/v1/admin/')

/** Every error code of an endpoint: its own, and those that follow from its access and its schemas. */
export function endpointErrors(e: Endpoint): ErrorCode[] {
  // every call refuses unknown query parameters
  const codes = new Set<ErrorCode>(['validation', ...(e.errors ?? [])])
  if (e.body)
    for (const code of ['bad-request', 'payload-too-large', 'unsupported-media-type'] as const)
      codes.add(code)
  // every call refuses an invalid token, even if it needs none
  codes.add('unauthenticated')
  // a session cookie sent from another site is refused
  if (e.roles || e.access === 'session' || (e.method !== 'GET' && !e.anyOrigin)) codes.add('forbidden')
  if (!isOpen(e.access) && e.access !== 'session') codes.add('missing-scope')
  if (!isOpen(e.access) && !e.guests) codes.add('guests-cannot')
  if (isForStaff(e.path)) codes.add('factor-required')
  if (e.proof) codes.add('proof-needed')
  if (e.feature || e.fieldFeatures || e.newGames) codes.add('feature-off')
  if (e.idempotent) codes.add('idempotency-key-reused')
  codes.add('rate-limited').add('unavailable')
  for (const code of codes) if (ERRORS[code].status in e.responses) codes.delete(code)
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status || (a < b ? -1 : 1))
}
