import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '@tegenzet/db'
import type { Logger } from 'pino'
import { BackupError } from './backup-error.ts'

/** Earlier releases sent a compressed one, without a type. */
const TAR = 'application/x-tar'
/** How long a reader of a dump may take nothing. */
const READ_MS = 10_000

const socketOf = (dataDir: string): string => join(dataDir, 'backup.sock')

/**
 * Lets `tegenzet backup` get a dump from this process, the only one that can open the embedded database. The socket is in the
 * data directory, which only the owner can enter.
 * @returns a function that ends it
 */
export function serveDumps({ dump }: Database, dataDir: string, log: Logger): () => void {
  if (!dump) return () => {}
  const path = socketOf(dataDir)
  // left by a process that was killed: this one holds the directory's lock
  rmSync(path, { force: true })
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': TAR })
    // the database waits for whoever reads
    response.setTimeout(READ_MS, () => response.writableNeedDrain && response.destroy())
    dump(response).then(
      () => response.end(),
      (error: unknown) => {
        // the command that asked for it was ended, or took nothing for too long, and says so itself
        if (response.destroyed) log.warn('a backup ended before it had the whole database')
        else log.error({ err: error }, 'the database could not be dumped')
        response.destroy()
      },
    )
  })
  // for example on Windows, or because the path is longer than sockets may have
  server.on('error', (error) => log.warn({ err: error }, 'backups need the server to be stopped'))
  server.listen(path).unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** @returns whether a running server has written its dump into the stream; false: no server listens */
export async function requestDump(dataDir: string, to: Writable): Promise<boolean> {
  const response = await new Promise<IncomingMessage | null>((resolve, reject) => {
    request({ socketPath: socketOf(dataDir) }, resolve)
      .once('error', (error: NodeJS.ErrnoException) =>
        ['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(error.code ?? '') ? resolve(null) : reject(error),
      )
      .end()
  })
  if (!response) return false
  if (response.headers['content-type'] !== TAR)
    throw new BackupError('The running server is of another release: restart it first.')
  try {
    await pipeline(response, to, { end: false })
  } catch (cause) {
    throw new BackupError('The server could not dump its database; its log says why.', { cause })
  }
  return true
}
