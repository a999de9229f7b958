import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, createClient, followEvents, NetworkError } from '@tegenzet/client'
import type { BotLevel, Challenge, Game, LiveEvent } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { answerGame } from './answer-game.ts'
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
  log: (text: string) => void
  /** Ends the bot. Its games stay as they are, and it continues them at the next start. */
  signal: AbortSignal
}

/** Availability lasts five minutes, so it is renewed well before. */
const LOOK_AROUND_MS = 60_000
/** Open challenges are left to people for this long. */
const LEFT_TO_PEOPLE_MS = 2 * 60_000

/**
 * Takes challenges and answers every move, offer and claim until the signal aborts. It stores nothing: the event stream
 * begins with the current state of its games, so it can be killed and restarted at any time.
 * @throws ApiError if its token is revoked or lacks a scope; the signal's reason
 */
export async function runBot(options: BotOptions): Promise<void> {
  const { baseUrl, token, think, rules, level, about, maxGames, takesOpen, log } = options
  /** An unexpected error in any task ends the bot. */
  const failure = new AbortController()
  const signal = AbortSignal.any([options.signal, failure.signal])
  const client = createClient({ baseUrl, token })
  const me = await client.call('getAccount', { signal })
  if (me.kind !== 'bot') throw new Error(`${me.username} is not a bot account (see docs/bots.md)`)

  /** The latest state of running games, and the ids of games and challenges being answered. */
  const games = new Map<number, Game>()
  const answering = new Set<number>()
  const taking = new Set<number>()

  const inBackground = (task: Promise<void>): void => {
    task.catch((error) => failure.abort(error))
  }

  function onEvent(event: LiveEvent): void {
    if (event.type === 'game') inBackground(onGame(event.game))
    if (event.type === 'challenge') inBackground(onChallenge(event.challenge))
  }

  /** Answers a game until others have to act. A state that arrives meanwhile is picked up by the same loop. */
  async function onGame(received: Game): Promise<void> {
    const { id } = received
    if (!isNews(received)) return
    games.set(id, received)
    if (answering.has(id)) return
    answering.add(id)
    try {
      for (let failures = 0; ; ) {
        const game = games.get(id)!
        if (game.turn === null) {
          games.delete(id)
          log(
            `game ${id} has ended: ${game.outcome?.winner ? `${game.outcome.winner} wins` : 'no winner'}, ${game.outcome?.reason}`,
          )
          return
        }
        try {
          const side = game.white.id === me.id ? 'white' : 'black'
          const answered = await answerGame({ client, think, side, signal }, game)
          if (answered && isNews(answered)) games.set(id, answered)
          if (games.get(id) === game) return
          failures = 0
        } catch (error) {
          if (!isPassing(error)) throw error
          // the game changed, or the server is unreachable: read it again
          await pause(Math.min(30_000, 250 * 2 ** failures++), undefined, { signal })
          const found = await client.call('getGame', { params: { id }, signal }).catch(() => game)
          if (isNews(found)) games.set(id, found)
        }
      }
    } finally {
      answering.delete(id)
    }
  }

  const isNews = ({ id, version }: Game): boolean => version >= (games.get(id)?.version ?? 0)

  const hasRoom = (): boolean =>
    [...games.values()].filter(({ white, black }) => white.kind !== 'guest' && black.kind !== 'guest')
      .length < maxGames

  async function onChallenge({ id, state, challenger, opponent, rules: asked }: Challenge): Promise<void> {
    if (state !== 'open' || challenger.id === me.id || taking.has(id)) return
    taking.add(id)
    try {
      const params = { id }
      if (rules.includes(asked) && (challenger.kind === 'guest' || hasRoom())) {
        const { game } = await client.call('acceptChallenge', { params, signal })
        log(`game ${game.id} begins: ${game.rules} against ${challenger.username}`)
        inBackground(onGame(game))
      } else if (opponent) await client.call('declineChallenge', { params, signal })
    } catch (error) {
      // withdrawn, taken or refused meanwhile: the next round sees its new state
      if (!isPassing(error) && !(error instanceof ApiError && error.status === 422)) throw error
      log(`challenge ${id}: ${(error as Error).message}`)
    } finally {
      taking.delete(id)
    }
  }

  /** Announces whether it takes challenges, and answers the waiting ones. */
  async function lookAround(): Promise<void> {
    try {
      if (!hasRoom()) await client.call('endAvailability', { signal })
      else await client.call('setAvailability', { body: { rules: [...rules], level, about }, signal })
      for await (const page of client.pages('listChallenges', { query: { mine: true }, signal }))
        for (const challenge of page) await onChallenge(challenge)
      if (!takesOpen) return
      const before = Date.now() - LEFT_TO_PEOPLE_MS
      for await (const page of client.pages('listChallenges', { signal }))
        for (const challenge of page)
          if (
            challenge.bots &&
            challenge.challenger.kind === 'human' &&
            Date.parse(challenge.createdAt) < before
          )
            await onChallenge(challenge)
    } catch (error) {
      if (!isPassing(error)) throw error
      log(`looking around: ${(error as Error).message}`)
    }
  }

  const timer = setInterval(() => inBackground(lookAround()), LOOK_AROUND_MS)
  try {
    const onConnect = () => inBackground(lookAround())
    for await (const event of followEvents({ baseUrl, token, signal, onConnect })) onEvent(event)
  } finally {
    clearInterval(timer)
    // after a stop only; if it fails, the availability expires by itself
    if (options.signal.aborted) await client.call('endAvailability').catch(() => {})
  }
}

/** A conflict, a rate limit or an unreachable server: trying again makes sense. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status === 409 || error.status === 429 || error.status >= 500))
