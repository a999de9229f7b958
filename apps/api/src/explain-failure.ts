import { DirectoryInUse } from '@tegenzet/db'
import { ConfigError } from './config.ts'

type SystemError = Partial<
  NodeJS.ErrnoException & { address: string; port: number; hostname: string; severity: string }
>

/**
 * Explains why the server did not start, if the host can fix it.
 * @returns the error itself, to be shown with its stack, in all other cases
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ConfigError) return `These settings do not fit:\n${error.message}`
  if (error instanceof DirectoryInUse) return error.message
  const { code, syscall, address, port, hostname, path, severity, message } = error as SystemError
  if (syscall === 'listen')
    return code === 'EADDRINUSE'
      ? `Something listens on ${address}:${port} already: stop it, or choose another PORT.`
      : `Nothing can listen on ${address}:${port} (${code}): choose another HOST or PORT.`
  if (syscall === 'connect')
    return `No database answers at ${address}${port ? `:${port}` : ''} (${code}): start it, or mend DATABASE_URL.`
  if (syscall === 'getaddrinfo') return `There is no host ${hostname} (${code}): mend HOST or DATABASE_URL.`
  // Postgres refuses the connection: wrong password, no such database, too many connections
  if (severity === 'FATAL') return `The database refuses: ${message}. Mend DATABASE_URL, or the database.`
  if (path && syscall && FILE_TROUBLE.has(code ?? ''))
    return `${path} cannot be used (${code}): mend it, or choose another DATA_DIR.`
  return error
}

const FILE_TROUBLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EEXIST', 'ENOTDIR'])
