import { createClient, followEvents } from '@tegenzet/client'
import type { BotLevel } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { ChallengeAnswers } from './challenge-answers.ts'
import { RunningGames } from './running-games.ts'
import type { Think } from './thinkers.ts'

export interface BotOptions {
  /**
   * The server's origin, and the token of a bot's account: `game:read`, `game:play`, `challenge:write`, `account:read`.
   */
  baseUrl: string
  token: string
  think: Think
  rules: readonly RuleSetId[]
  /** Declared strength. */
  level?: BotLevel
  /** Introduction shown to players. */
  about?: string
  /** It accepts no challenges while it has this many running games, without those of guests. */
  maxGames: number
  /** Whether it also accepts open challenges that have waited for a while. */
  takesOpen: boolean
  /** Aborted when it shall take no new games, and only play the running ones. */
  retired?: AbortSignal
  log: (text: string) => void
  /** Ends the bot. Its games stay as they are, and it continues them at the next start. */
  signal: AbortSignal
}

/** Availability lasts five minutes, so it is renewed well before. */
const LOOK_AROUND_MS = 60_000

/**
 * Takes challenges and answers every move, offer and claim until the signal aborts. It stores nothing: the event stream
 * begins with the current state of its games, so it can be killed and restarted at any time.
 * @throws ApiError if its token is revoked or lacks a scope; the signal's reason
 */
export async function runBot(options: BotOptions): Promise<void> {
  const { baseUrl, token, maxGames } = options
  /** An unexpected error in any task ends the bot. */
  const failure = new AbortController()
  const inBackground = (task: Promise<void>): void => {
    task.catch((error) => failure.abort(error))
  }
  const signal = AbortSignal.any([options.signal, failure.signal])
  const client = createClient({ baseUrl, token })
  const account = await client.call('getAccount', { signal })
  if (account.kind !== 'bot') throw new Error(`${account.username} is not a bot account (see docs/bots.md)`)

  const own = { ...options, client, me: account.id, signal }
  const games = new RunningGames(own)
  const challenges = new ChallengeAnswers({
    ...own,
    hasRoom: () => games.countWithoutGuests < maxGames,
    isRetired: () => options.retired?.aborted === true,
    onGame: (game) => inBackground(games.answer(game)),
  })
  const lookAround = () => inBackground(challenges.lookAround())
  const timer = setInterval(lookAround, LOOK_AROUND_MS)
  options.retired?.addEventListener('abort', lookAround)
  try {
    for await (const event of followEvents({ baseUrl, token, signal, onConnect: lookAround })) {
      if (event.type === 'game') inBackground(games.answer(event.game))
      if (event.type === 'challenge') inBackground(challenges.answer(event.challenge))
    }
  } finally {
    clearInterval(timer)
    options.retired?.removeEventListener('abort', lookAround)
    // after a stop only; if it fails, the availability expires by itself
    if (options.signal.aborted) await client.call('endAvailability').catch(() => {})
  }
}
