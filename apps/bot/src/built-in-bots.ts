import type { BotLevel } from '@tegenzet/contract'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { runBot } from './bot.ts'
import { openThinkers } from './thinkers.ts'

/** The server sends this by IPC, because others could read arguments or a file. */
export interface BuiltInBots {
  baseUrl: string
  bots: { token: string; level: BotLevel; about: string }[]
  maxGames: number
  threads: number
}

/** For one move. Only the strongest levels ever need it: the others stop at their search depth. */
const MAX_MILLIS = 1500

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
// Ctrl-C in a terminal reaches the server too, which then stops this process
process.on('SIGINT', () => {})
// the server has ended, perhaps by a crash
process.once('disconnect', () => stop.abort())

process.once('message', async ({ baseUrl, bots, maxGames, threads }: BuiltInBots) => {
  const thinkers = openThinkers(threads)
  const log = (text: string) => process.send?.(text)
  try {
    await Promise.all(
      bots.map(({ token, level, about }) =>
        runBot({
          ...{ baseUrl, token, level, about, maxGames, log, rules: RULE_SET_IDS, takesOpen: false },
          think: thinkers.at(level, MAX_MILLIS),
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
