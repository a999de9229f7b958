import { createWriteStream, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '@tegenzet/db'
import type { Logger } from 'pino'
import { BackupError } from './backup-error.ts'

const socketOf = (dataDir: string): string => join(dataDir, 'backup.sock')

/**
 * Lets `pnpm backup` get a dump from this process, the only one that can open the embedded database. The socket is in the
 * data directory, which only the owner can enter.
 * @returns a function that ends it
 */
export function serveDumps({ dump }: Database, dataDir: string, log: Logger): () => void {
  if (!dump) return () => {}
  const path = socketOf(dataDir)
  // left by a process that was killed: this one holds the directory's lock
  rmSync(path, { force: true })
  const server: Server = createServer((_, response) => {
    dump()
      .then(async (blob) => response.end(Buffer.from(await blob.arrayBuffer())))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the database could not be dumped')
        response.writeHead(500).end()
      })
  })
  // for example on Windows, or because the path is longer than sockets may have
  server.on('error', (error) => log.warn({ err: error }, 'backups need the server to be stopped'))
  server.listen(path).unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** @returns whether a running server has written the dump; false: no server listens */
export async function requestDump(dataDir: string, file: string): Promise<boolean> {
  const response = await new Promise<IncomingMessage | null>((resolve, reject) => {
    request({ socketPath: socketOf(dataDir) }, resolve)
      .once('error', (error: NodeJS.ErrnoException) =>
        ['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(error.code ?? '') ? resolve(null) : reject(error),
      )
      .end()
  })
  if (!response) return false
  if (response.statusCode !== 200)
    throw new BackupError('The server could not dump its database; its log says why.')
  await pipeline(response, createWriteStream(file, { mode: 0o600 }))
  return true
}
