import type { BotLevel } from '@tegenzet/contract'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { runBot } from './bot.ts'
import { openThinkers } from './thinkers.ts'

/** What the server that starts this process tells it, by IPC: never by arguments or a file, which others can read. */
export interface House {
  baseUrl: string
  bots: { token: string; level: BotLevel; about: string }[]
  maxGames: number
  threads: number
}

/** A level plays no stronger by thinking longer than it looks ahead: this bounds the strongest. */
const MAX_MILLIS = 1500

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
// a terminal's Ctrl-C comes to the server too, which stops this
process.on('SIGINT', () => {})
// the server is gone, however it went
process.once('disconnect', () => stop.abort())

process.once('message', async ({ baseUrl, bots, maxGames, threads }: House) => {
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
