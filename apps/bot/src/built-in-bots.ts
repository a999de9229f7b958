import { setTimeout as pause } from 'node:timers/promises'
import type { BotLevel, Game } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { runBot } from './bot.ts'
import { openThinkers, type Think } from './thinkers.ts'

/** The server sends this by IPC, because others could read arguments or a file. */
interface BuiltInBots {
  baseUrl: string
  bots: { token: string; level: BotLevel; about: string }[]
  maxGames: number
  threads: number
  /** About how long to wait before a move. */
  pauseMs: number
  /** For which they take challenges. */
  rules: RuleSetId[]
  /** Whether they only play the games that they have. */
  isRetired: boolean
}

/** For one move. Only the strongest levels ever need it: the others stop at their search depth. */
const MAX_MILLIS = 1500

/** Takes about `pauseMs` for each move, because an answer at once looks like a fault, and its stone is easily missed. */
const unhurried =
  (think: Think, pauseMs: number, signal: AbortSignal): Think =>
  async (game, positions, opponent, options) => {
    const waitMs = pauseMs * (0.5 + Math.random())
    const [thought] = await Promise.all([
      think(game, positions, opponent, options),
      pause(waitMs, undefined, { signal }),
    ])
    return thought
  }

/** The server's answer to the id of a guest: guests of one address have one key. */
interface GuestShare {
  guest: number
  key: string
}

/** Asks the server, once for each guest: everybody can be many guests. Others count for themselves. */
function shareOf({ id, kind }: Game['white']): string | Promise<string> {
  if (kind !== 'guest') return `${id}`
  const known = guestShares.get(id)
  if (known) return known
  const asked = new Promise<string>((resolve) => {
    const take = ({ guest, key }: GuestShare) => {
      if (guest !== id) return
      process.off('message', take)
      resolve(key)
    }
    process.on('message', take)
    send({ guest: id })
  })
  if (guestShares.size >= MAX_GUESTS) guestShares.clear()
  guestShares.set(id, asked)
  return asked
}
const guestShares = new Map<number, Promise<string>>()
const MAX_GUESTS = 10_000

// the server may have ended: the event `disconnect` stops the bots
const send = (message: string | { guest: number }): void => {
  process.send?.(message, () => {})
}

const stop = new AbortController()
process.setMaxListeners(0)
process.once('SIGTERM', () => stop.abort())
// Ctrl-C in a terminal reaches the server too, which then stops this process
process.on('SIGINT', () => {})
// the server has ended, perhaps by a crash
process.once('disconnect', () => stop.abort())

// no player waits for a bot
process.on('message', (message) => {
  if (message === 'idle') process.exit(0)
})

process.once('message', async (message: BuiltInBots) => {
  const { baseUrl, bots, maxGames, threads, pauseMs, rules, isRetired } = message
  const thinkers = openThinkers(threads, shareOf)
  const play = async ({ token, level, about }: BuiltInBots['bots'][number]): Promise<void> => {
    try {
      await runBot({
        baseUrl,
        token,
        level,
        about,
        maxGames,
        log: send,
        rules,
        ...(isRetired && { retired: AbortSignal.abort() }),
        takesOpen: false,
        think: unhurried(thinkers.at(level, MAX_MILLIS), pauseMs, stop.signal),
        signal: stop.signal,
      })
    } catch (error) {
      if (!stop.signal.aborted) console.error(`the built-in bot of level ${level} stopped:`, error)
    }
  }
  // one that cannot go on does not end the others; the server starts all again after the last
  await Promise.all(bots.map(play))
  process.exit(stop.signal.aborted ? 0 : 1)
})
