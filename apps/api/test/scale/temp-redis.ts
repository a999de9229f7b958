import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@tegenzet/db/testing'

/** A redis-server that can be killed and started again on the same port. */
export interface TempRedis {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** It hangs, with its connections open. */
  freeze(): void
  thaw(): void
}

/** Starts the installed redis-server. It writes nothing to disk. */
export async function tempRedis(): Promise<TempRedis> {
  const port = await freePort()
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const started = spawn('redis-server', ['--port', `${port}`, '--save', '', '--bind', '127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    process.once('exit', () => started.kill('SIGKILL'))
    let output = ''
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject)
      started.once('exit', (code) => reject(new Error(`redis-server ended (${code}): ${output}`)))
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Ready to accept connections')) resolve()
      })
    })
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
  }
}
