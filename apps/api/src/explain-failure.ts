import { DatabaseUnavailable, DirectoryInUse, NewerDatabase } from '@tegenzet/db'
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
  if (error instanceof DirectoryInUse || error instanceof NewerDatabase) return error.message
  if (error instanceof DatabaseUnavailable) {
    const explained = explainFailure(error.cause)
    return typeof explained === 'string'
      ? explained
      : `The database cannot be used (${error.message}): start it, or fix DATABASE_URL.`
  }
  const { code, syscall, address, port, hostname, path, severity, message } = error as SystemError
  if (syscall === 'listen')
    return code === 'EADDRINUSE'
      ? `${address}:${port} is already in use: stop that program, or choose another PORT.`
      : `Cannot listen on ${address}:${port} (${code}): choose another HOST or PORT.`
  if (syscall === 'connect')
    return `No database answers at ${address}${port ? `:${port}` : ''} (${code}): start it, or fix DATABASE_URL.`
  if (syscall === 'getaddrinfo') return `Host ${hostname} not found (${code}): fix HOST or DATABASE_URL.`
  // Postgres refuses the connection: wrong password, no such database, too many connections
  if (severity === 'FATAL')
    return `The database refuses the connection: ${message}. Fix DATABASE_URL or the database.`
  if (path && syscall && FILE_ERRORS.has(code ?? ''))
    return `${path} cannot be used (${code}): fix it, or choose another DATA_DIR.`
  return error
}

const FILE_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EEXIST', 'ENOTDIR'])
