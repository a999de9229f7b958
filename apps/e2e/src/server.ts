import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '@tegenzet/api/server-process'
import { freePort, layDatabase } from '@tegenzet/db/testing'

export { freePort }

/** A server process with a migrated embedded database in a temporary directory. */
export interface Server {
  url: string
  /** The last lines of its log, to explain a failed test. */
  lastLines(): string
  /** Kills the process without a graceful shutdown. */
  crash(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  close(): Promise<void>
}

const LAST_LINES = 150

export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-'))
  if (!env.DATABASE_URL) await layDatabase(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    startServerProcess({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      RATE_LIMIT: '100000',
      BOT_RATE_LIMIT: '100000',
      ...env,
    })
  let server = await start()
  return {
    url,
    lastLines: () => server.output().trim().split('\n').slice(-LAST_LINES).join('\n'),
    async crash() {
      await server.end('SIGKILL')
    },
    async restart() {
      await server.end('SIGTERM')
      server = await start()
    },
    async close() {
      await server.end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
