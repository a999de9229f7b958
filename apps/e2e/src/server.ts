import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertFreshBundle } from '@tegenzet/api/fresh-bundle'
import { startServerProcess } from '@tegenzet/api/server-process'
import { freePort } from '@tegenzet/db/testing'

export { freePort }

/** The built server with a migrated embedded database in a temporary directory. */
export interface Server {
  url: string
  /** The last lines of its log, to explain a failed test. */
  lastLines(): string
  close(): Promise<void>
}

/** A server in a process of its own. */
export interface SeparateServer extends Server {
  /** Kills the process without a graceful shutdown. */
  crash(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
}

export type Env = Record<string, string>

const BUNDLE = new URL('../../api/dist/start-server.js', import.meta.url).href

const LAST_LINES = 150
const lastLines = (log: string): string => log.trim().split('\n').slice(-LAST_LINES).join('\n')

/** Starts a server in this process, which needs less time than a process of its own. */
export async function startServer(env: Env = {}): Promise<Server> {
  assertFreshBundle()
  const bundle: typeof import('@tegenzet/api/start-server') = await import(BUNDLE)
  const { settings, url, removeData } = await prepare(env)
  let log = ''
  const write = (line: string) => {
    log += line
  }
  const server = await bundle.startServer({ ...process.env, BOT: 'false', ...settings }, { write })
  return {
    url,
    lastLines: () => lastLines(log),
    async close() {
      await server.stop()
      removeData()
    },
  }
}

/** Starts a server in a process of its own, as a user does. */
export async function startSeparateServer(env: Env = {}): Promise<SeparateServer> {
  const { settings, url, removeData } = await prepare(env)
  let server = await startServerProcess(settings)
  return {
    url,
    lastLines: () => lastLines(server.output()),
    async crash() {
      await server.end('SIGKILL')
    },
    async restart() {
      await server.end('SIGTERM')
      server = await startServerProcess(settings)
    },
    async close() {
      await server.end('SIGTERM')
      removeData()
    },
  }
}

async function prepare(env: Env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-'))
  const port = env.PORT ?? `${await freePort()}`
  const settings: Env = {
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMIT: '100000',
    BOT_RATE_LIMIT: '100000',
    ...env,
  }
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  return { settings, url: `http://127.0.0.1:${port}`, removeData }
}
