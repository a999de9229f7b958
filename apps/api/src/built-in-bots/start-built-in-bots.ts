import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { BOT_LEVELS } from '@tegenzet/contract'
import type { Deps } from '../deps.ts'
import { BUILT_IN_BOTS } from '../paths.ts'
import { createBotTokens, endBotTokens } from './bot-accounts.ts'
import { holdHouse } from './bot-lease.ts'

/** Before it is started again: at first, and at most where it goes on ending. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** To end by itself before it is killed. */
const PATIENCE_MS = 3000

/**
 * Runs this server's computer players (`apps/bot`) as a process of their own beside it: an ordinary client, by HTTP and
 * with tokens. Of several servers on one database one runs them, and another takes over when that one ends. It is started
 * again when it ends, and ends with this process however that ends.
 * @returns what stops it
 */
export function startHouse(deps: Deps, baseUrl: string): () => Promise<void> {
  const { log } = deps
  const stop = new AbortController()

  async function runOnce(lost: AbortSignal): Promise<void> {
    await endBotTokens(deps.store)
    const bots = (await createBotTokens(deps, deps.store)).map(({ level, token }) => ({
      ...{ level, token },
      about: `This server’s own computer player, level ${level} of ${BOT_LEVELS.length}.`,
    }))
    // what it is not told it cannot give away: it gets none of our environment
    const child = fork(BUILT_IN_BOTS, {
      env: {},
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit')
    child.on('message', (text) => log.debug({ house: text }, 'the house'))
    const threads = Math.max(1, availableParallelism() >> 1)
    child.send({ baseUrl, bots, threads, maxGames: deps.config.limits.botActiveGames })
    log.info({ pid: child.pid }, 'the computer players play')
    const end = () => endChild(child)
    lost.addEventListener('abort', end, { once: true })
    if (lost.aborted) end()
    const [code, signal] = await ended
    lost.removeEventListener('abort', end)
    if (!lost.aborted) log.error({ code, signal }, 'the computer players stopped; they are started again')
  }

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      const begun = performance.now()
      await holdHouse(deps, stop.signal, runOnce).catch((error) => {
        if (!stop.signal.aborted) log.error({ err: error }, 'the computer players could not be started')
      })
      if (performance.now() - begun > LONGEST_PAUSE_MS) failures = 0
      const milliseconds = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
      await pause(milliseconds, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  const running = keepRunning()
  return async () => {
    stop.abort()
    await running
  }
}

function endChild(child: ChildProcess): void {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref()
}
