import { setTimeout as pause } from 'node:timers/promises'
import type { BotLevel } from '@tegenzet/contract'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { runBot } from './bot.ts'
import { openThinkers, type Think } from './thinkers.ts'

/** The server sends this by IPC, because others could read arguments or a file. */
export interface BuiltInBots {
  baseUrl: string
  bots: { token: string; level: BotLevel; about: string }[]
  maxGames: number
  threads: number
  /** About how long to wait before a move. */
  pauseMs: number
}

/** For one move. Only the strongest levels ever need it: the others stop at their search depth. */
const MAX_MILLIS = 1500

/** Takes about `pauseMs` for each move, because an answer at once looks like a fault, and its stone is easily missed. */
const unhurried =
  (think: Think, pauseMs: number, signal: AbortSignal): Think =>
  async (game, positions) => {
    const waitMs = pauseMs * (0.5 + Math.random())
    const [thought] = await Promise.all([think(game, positions), pause(waitMs, undefined, { signal })])
    return thought
  }

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
// Ctrl-C in a terminal reaches the server too, which then stops this process
process.on('SIGINT', () => {})
// the server has ended, perhaps by a crash
process.once('disconnect', () => stop.abort())

process.once('message', async ({ baseUrl, bots, maxGames, threads, pauseMs }: BuiltInBots) => {
  const thinkers = openThinkers(threads)
  const log = (text: string) => process.send?.(text)
  try {
    await Promise.all(
      bots.map(({ token, level, about }) =>
        runBot({
          ...{ baseUrl, token, level, about, maxGames, log, rules: RULE_SET_IDS, takesOpen: false },
          think: unhurried(thinkers.at(level, MAX_MILLIS), pauseMs, stop.signal),
          signal: stop.signal,
        }),
      ),
    )
  } catch (error) {
    if (stop.signal.aborted) process.exit(0)
    console.error(error)
    process.exit(1)
  }
})
