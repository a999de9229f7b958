import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tegenzet/db/testing'
import { assertFreshBundle } from './fresh-bundle.ts'

const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url))

/** The built server in a process of its own, so that it can be killed. */
export interface ServerProcess {
  /** Its own address, behind any proxy. */
  url: string
  pid: number
  /** Its standard output so far. */
  output(): string
  /** Sends a signal to the process, if it still runs, and waits for its end. @returns the exit code, null after a fatal signal */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts the built server and waits until it answers. Its log may be silent.
 * @param env settings on top of this process's environment. Without `PORT` a free one is used, and without `BOT` there are
 *   no built-in bots; processes on Postgres talk through the tests' Redis, if there is one
 * @param node the Node that runs it
 * @param server the program
 */
export async function startServerProcess(
  env: Record<string, string>,
  args: string[] = [],
  node = process.execPath,
  server = SERVER,
): Promise<ServerProcess> {
  assertFreshBundle()
  const bus = process.env.TEST_BUS_URL
  const port = env.PORT ?? `${await freePort()}`
  const child = spawn(node, [server, ...args], {
    env: {
      ...process.env,
      BOT: 'false',
      ...(bus && env.DATABASE_URL && { BUS_URL: bus }),
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended (${child.exitCode}): ${output}`)
    await sleep(20)
  }
  return {
    url,
    pid: child.pid!,
    output: () => output,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      return child.exitCode
    },
  }
}

/** Whether there is an answer, and no error. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
