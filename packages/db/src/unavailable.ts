/**
 * Why the database could not be used: it does not answer, refuses the log-in, has no free connection, did not finish a
 * statement in time or ended it because of a deadlock, is out of memory or disk space, or accepts no writes.
 */
export type Unavailability = 'unreachable' | 'refused' | 'busy' | 'timeout' | 'full' | 'read-only'

const CODE_PREFIX = 'unavailable-'

/**
 * The database cannot be used at the moment. A later attempt may succeed. `code` and `severity` make it look like an error
 * of Postgres, so that Prisma's adapter passes it on.
 */
export class DatabaseUnavailable extends Error {
  readonly kind: Unavailability
  readonly code: string
  readonly severity = 'FATAL'
  constructor(kind: Unavailability, cause: Error) {
    super(cause.message, { cause })
    this.kind = kind
    this.code = CODE_PREFIX + kind
  }
}

/** Finds a DatabaseUnavailable, also in an error of Prisma. @returns null for all other errors */
export function unavailability(error: unknown): Unavailability | null {
  if (error instanceof DatabaseUnavailable) return error.kind
  // Prisma passes on an error of COMMIT as its adapter threw it
  const { meta, cause = meta?.driverAdapterError?.cause } = (error ?? {}) as {
    meta?: { driverAdapterError?: { cause?: unknown } }
    cause?: unknown
  }
  const code = (cause as { originalCode?: unknown } | undefined)?.originalCode
  return typeof code === 'string' && code.startsWith(CODE_PREFIX)
    ? (code.slice(CODE_PREFIX.length) as Unavailability)
    : null
}

/** Turns an error of node-postgres into a DatabaseUnavailable if it is about the connection or a time limit. */
export function asUnavailable(error: Error & { code?: string }): Error {
  if (error instanceof DatabaseUnavailable) return error
  const { code = '', message } = error
  const kind = BY_CODE[code] ?? BY_CODE_CLASS[code.slice(0, 2)] ?? BY_MESSAGE[message]
  return kind ? new DatabaseUnavailable(kind, error) : error
}

/** SQLSTATE codes of Postgres, and Node's codes. */
const BY_CODE: Record<string, Unavailability> = {
  '25006': 'read-only',
  '25P03': 'unreachable',
  '3D000': 'refused',
  '40P01': 'timeout', // a deadlock
  '53300': 'busy',
  '55P03': 'timeout',
  '57014': 'timeout',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ENOENT: 'unreachable', // the Unix socket
}
const BY_CODE_CLASS: Record<string, Unavailability> = { '08': 'unreachable', '28': 'refused', '53': 'full' }

/** Errors without a code of their own. */
const BY_MESSAGE: Record<string, Unavailability> = {
  // Postgres, as an internal error, to a new connection
  'could not write init file': 'full',
  // node-postgres (8.23.1)
  'timeout exceeded when trying to connect': 'busy',
  'timeout expired': 'unreachable',
  'Query read timeout': 'unreachable',
  'Connection terminated': 'unreachable',
  'Connection terminated unexpectedly': 'unreachable',
  'Connection terminated due to connection timeout': 'unreachable',
  'Client was closed and is not queryable': 'unreachable',
  'Client has encountered a connection error and is not queryable': 'unreachable',
}
