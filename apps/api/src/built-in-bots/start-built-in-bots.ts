import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { BotLevel } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { readGuestShare } from '../accounts/login/guest-share.ts'
import type { Deps } from '../deps.ts'
import { endAvailability, setAvailability } from '../lobby/bots/set-availability.ts'
import { BUILT_IN_BOTS } from '../paths.ts'
import type { CommitListeners } from '../store/commit-listeners.ts'
import { existing } from '../store/existing.ts'
import type { Db } from '../store/transaction.ts'
import { type BotAccount, createBotTokens, endBotTokens, findBots, findOrCreateBots } from './bot-accounts.ts'
import { withBotLease } from './bot-lease.ts'
import { countGamesOfBot, isBotAwaited } from './bot-store.ts'

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
/** Without an event for a bot for so long, and with nothing to answer, the child ends. */
const IDLE_MS = 60_000
/** How often to ask whether it is idle. */
const ASK_IDLE_MS = 5000
/** Availability lasts five minutes, so it is renewed well before. */
const ANNOUNCE_MS = 60_000
/** How often to ask the database whether a bot is awaited, as other processes do not wake this one. */
const ASK_AWAITED_MS = 5000

interface BotParts {
  database: Database
  store: Db
  committed: CommitListeners
}

/**
 * Runs the built-in bots (`apps/bot`) in a child process that uses the API over HTTP with tokens, as any client does. It
 * takes memory, so it runs only while players wait for a bot, and a while longer. If several servers share a database, one
 * runs them, and another takes over when it ends. A child that fails is restarted.
 * @returns a function that stops it
 */
export function startBuiltInBots(
  deps: Deps,
  { database, store, committed }: BotParts,
  baseUrl: string,
): () => Promise<void> {
  const { log } = deps
  const { botPauseMs: pauseMs, limits, games: rules, features } = deps.config
  // the games that they still play are played to their end
  const isRetired = !features.has('bots')
  const maxGames = limits.botActiveGames
  const stop = new AbortController()
  let ids = new Set<number>()
  let lastEventAt = Number.NEGATIVE_INFINITY
  let wake = (): void => {}
  committed.add({
    appended(events) {
      if (!events.some(({ playerIds }) => playerIds.some((id) => ids.has(id)))) return
      lastEventAt = performance.now()
      wake()
    },
  })

  const isNeeded = async (): Promise<boolean> =>
    performance.now() - lastEventAt < IDLE_MS || (await isBotAwaited(store, [...ids]))

  /** Tells which guests share a turn in the search. If the database fails, this guest counts for itself. */
  async function answer(child: ChildProcess, guest: number): Promise<void> {
    const key = await readGuestShare(store, guest).catch(() => null)
    // the child may have ended
    child.send({ guest, key: key ?? `${guest}` }, () => {})
  }

  /** Plays until no player waits for a bot. @returns whether it ended as it should */
  async function runChild(lost: AbortSignal): Promise<boolean> {
    await endBotTokens(store)
    const bots = (await createBotTokens(deps, store)).map((bot) => ({ ...bot, about: ABOUT[bot.level] }))
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
    child.send({ baseUrl, bots, threads, pauseMs, maxGames, rules, isRetired })
    log.info({ pid: child.pid }, 'the built-in bots are running')
    const end = () => endChild(child)
    lost.addEventListener('abort', end, { once: true })
    if (lost.aborted) end()
    const asking = setInterval(async () => {
      if (!(await isNeeded().catch(() => true))) child.send('idle', () => {})
    }, ASK_IDLE_MS)
    const [code, signal] = await ended
    clearInterval(asking)
    lost.removeEventListener('abort', end)
    if (code === 0 || lost.aborted) return true
    log.error({ code, signal }, 'the built-in bots stopped and will be started again')
    return false
  }

  /** Says for each bot whether it takes challenges, as the child does while it runs. */
  async function announce(accounts: readonly BotAccount[]): Promise<void> {
    for (const { playerId, level } of accounts) {
      const caller = { playerId, bot: true }
      const isOpen = !isRetired && (await countGamesOfBot(store, playerId)) < maxGames
      if (isOpen)
        await setAvailability(deps, store, { rules: [...rules], level, about: ABOUT[level] }, caller)
      else await endAvailability(store, caller)
    }
  }

  /** With the lease: runs the child whenever it is needed, until the child fails. */
  async function play(lost: AbortSignal): Promise<void> {
    const accounts = isRetired ? await findBots(store) : await findOrCreateBots(deps, store)
    ids = new Set(accounts.map(({ playerId }) => playerId))
    for (let announcedAt = Number.NEGATIVE_INFINITY; !lost.aborted; ) {
      if (performance.now() - announcedAt > ANNOUNCE_MS) {
        await announce(accounts)
        announcedAt = performance.now()
      }
      if (await isNeeded()) {
        if (!(await runChild(lost))) return
        continue
      }
      const woken = new AbortController()
      wake = () => woken.abort()
      const milliseconds = database.kind === 'postgres' ? ASK_AWAITED_MS : ANNOUNCE_MS
      // an event that came before `wake` was set
      if (performance.now() - lastEventAt >= IDLE_MS)
        await pause(milliseconds, undefined, { signal: AbortSignal.any([lost, woken.signal]) }).catch(
          () => {},
        )
    }
  }

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      const startedAt = performance.now()
      await withBotLease(database, stop.signal, play).catch((error) => {
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
