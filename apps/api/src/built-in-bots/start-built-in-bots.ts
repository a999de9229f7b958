import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { BotLevel } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { readGuestShare } from '../accounts/login/guest-share.ts'
import type { Deps } from '../deps.ts'
import { BUILT_IN_BOTS } from '../paths.ts'
import { existing } from '../store/existing.ts'
import type { Db } from '../store/transaction.ts'
import { createBotTokens, endBotTokens } from './bot-accounts.ts'
import { withBotLease } from './bot-lease.ts'

/** For programs. The web client words the bot's character in the reader's language. */
const ABOUT: Record<BotLevel, string> = {
  1: 'Plays on impulse and overlooks a lot. A good first opponent.',
  2: 'Takes whatever is there, and rarely sees what you are up to.',
  3: 'Careful: prevents your next threat, and slips now and then.',
  4: 'Plans ahead and makes no simple mistakes.',
  5: 'Thinks as far as time allows and forgives nothing.',
}

/** Delay before a restart: the first one, and the longest if it keeps ending. */
const MIN_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000
/** Time to end gracefully before it is killed. */
const KILL_AFTER_MS = 3000

/**
 * Runs the built-in bots (`apps/bot`) in a child process that uses the API over HTTP with tokens, as any client does.
 * If several servers share a database, one runs them, and another takes over when it ends. A child that ends is
 * restarted.
 * @returns a function that stops it
 */
export function startBuiltInBots(
  deps: Deps,
  { database, store }: { database: Database; store: Db },
  baseUrl: string,
): () => Promise<void> {
  const { log } = deps
  const stop = new AbortController()

  /** Tells which guests share a turn in the search. If the database fails, this guest counts for itself. */
  async function answer(child: ChildProcess, guest: number): Promise<void> {
    const key = await readGuestShare(store, guest).catch(() => null)
    // the child may have ended
    child.send({ guest, key: key ?? `${guest}` }, () => {})
  }

  async function runOnce(lost: AbortSignal): Promise<void> {
    await endBotTokens(store)
    const bots = (await createBotTokens(deps, store)).map(({ level, token }) => ({
      level,
      token,
      about: ABOUT[level],
    }))
    // the child gets an empty environment, so it cannot leak a secret
    const child = fork(BUILT_IN_BOTS, {
      env: {},
      // two processes cannot share an inspector's port
      execArgv: process.execArgv.filter((argument) => !argument.startsWith('--inspect')),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const ended = once(child, 'exit')
    existing(child.stderr)
      .setEncoding('utf8')
      .on('data', (text: string) => log.error({ text }, 'built-in bots'))
    child.on('message', (message: string | { guest: number }) => {
      if (typeof message === 'string') log.debug({ text: message }, 'built-in bots')
      else void answer(child, message.guest)
    })
    const threads = Math.max(1, availableParallelism() >> 1)
    const { botPauseMs: pauseMs, limits } = deps.config
    child.send({ baseUrl, bots, threads, pauseMs, maxGames: limits.botActiveGames })
    log.info({ pid: child.pid }, 'the built-in bots are running')
    const end = () => endChild(child)
    lost.addEventListener('abort', end, { once: true })
    if (lost.aborted) end()
    const [code, signal] = await ended
    lost.removeEventListener('abort', end)
    if (!lost.aborted) log.error({ code, signal }, 'the built-in bots stopped and will be started again')
  }

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      const startedAt = performance.now()
      await withBotLease(database, stop.signal, runOnce).catch((error) => {
        if (!stop.signal.aborted) log.error({ err: error }, 'the built-in bots could not be started')
      })
      if (performance.now() - startedAt > MAX_BACKOFF_MS) failures = 0
      const milliseconds = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures)
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
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
}
