import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layDatabase } from '@tegenzet/db/testing'

const SERVER = fileURLToPath(new URL('../../api/src/server.ts', import.meta.url))

/** The server as a process of its own, on an embedded database in a scratch directory, migrated already. */
export interface Server {
  url: string
  /** Kills the process as a crash would, without a goodbye. */
  crash(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-'))
  if (!env.DATABASE_URL) await layDatabase(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    launch({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '100000',
      BOT_RATE_LIMIT: '100000',
      ...env,
    })
  let child = await start()
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    url,
    crash: () => stop('SIGKILL'),
    async restart() {
      await stop('SIGTERM')
      child = await start()
    },
    async close() {
      await stop('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves once the process prints its address. */
async function launch(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('http://127.0.0.1:')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the server ended (${code}): ${output}`)))
  })
  return child
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
