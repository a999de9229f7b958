import { OperatorError, unavailability } from '@tegenzet/db'
import { ConfigError } from './environment.ts'

type SystemError = Partial<
  NodeJS.ErrnoException & { address: string; port: number; hostname: string; severity: string }
>

/**
 * Explains why the server did not start, if its operator can fix it.
 * @returns the error itself, to be shown with its stack trace, in all other cases
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}`
  if (error instanceof OperatorError) return error.message
  const kind = unavailability(error)
  if (kind) {
    const { message, cause } = error as Error
    if (kind === 'full')
      return `The database has no room (${message}): make room on its disk or in its memory.`
    if (kind === 'read-only')
      return `The database accepts no writes (${message}): let DATABASE_URL name the primary.`
    const explained = explainFailure(cause ?? {})
    return typeof explained === 'string'
      ? explained
      : `The database cannot be used (${message}): start it, or fix DATABASE_URL.`
  }
  const { code, syscall, address, port, hostname, path, severity, message } = error as SystemError
  if (syscall === 'listen')
    return code === 'EADDRINUSE'
      ? `${address}:${port} is already in use: stop that program, or choose another PORT.`
      : `Cannot listen on ${address}:${port} (${code}): choose another HOST or PORT.`
  if (syscall === 'connect')
    return `No database answers at ${address}${port ? `:${port}` : ''} (${code}): start it, or fix DATABASE_URL.`
  if (syscall === 'getaddrinfo') return `Host ${hostname} not found (${code}): fix HOST or DATABASE_URL.`
  if (message?.includes('client password must be a string'))
    return 'The database asks for a password: add it to DATABASE_URL, as in postgres://user:password@host/database.'
  if (message?.startsWith('The server does not support SSL'))
    return 'The database has no TLS: set it up there, or leave sslmode out of DATABASE_URL.'
  if (code && CERTIFICATE_ERROR.test(code))
    return `The database's certificate is not trusted (${code}): fix it, or sslmode and sslrootcert in DATABASE_URL.`
  if (code === '42501')
    return `The database user lacks a right (${message}): make it the owner of the database and of the schema public.`
  if (DAMAGED.test(code ?? '')) return `The database is damaged (${message}): restore a backup.`
  // Postgres refuses the connection: wrong password, no such database, too many connections
  if (severity === 'FATAL')
    return `The database refuses the connection: ${message}. Fix DATABASE_URL or the database.`
  if (code === 'EISDIR') return 'A file of DATA_DIR is a directory: delete it, or choose another DATA_DIR.'
  if (code === 'ENOENT' && syscall === 'mkdir') return `${path} cannot be created: choose another directory.`
  if (path && syscall && FILE_ERRORS.has(code ?? ''))
    return `${path} cannot be used (${code}): fix it, or choose another DATA_DIR.`
  return error
}

const FILE_ERRORS = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EEXIST',
  'ENOTDIR',
  'EDQUOT',
  'EIO',
  'ELOOP',
])
const CERTIFICATE_ERROR = /CERT|^UNABLE_TO_(GET|VERIFY)/
/** SQLSTATE codes for missing files and corrupt pages. */
const DAMAGED = /^(58P01|58030|XX001|XX002)$/
