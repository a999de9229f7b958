import type { Client } from '@tegenzet/client'
import type { BotLevel, Challenge, Game } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { endsBot } from './ends-bot.ts'

interface ChallengeAnswersOptions {
  client: Client
  /** The bot's id as a player. */
  me: number
  rules: readonly RuleSetId[]
  level?: BotLevel | undefined
  about?: string | undefined
  takesOpen: boolean
  /** Whether it may begin another game. Games against guests do not count. */
  hasRoom: () => boolean
  /** Whether it takes no new games, not even of guests. */
  isRetired: () => boolean
  onGame: (game: Game) => void
  log: (text: string) => void
  signal: AbortSignal
}

/** Open challenges are left to people for this long. */
const LEFT_TO_PEOPLE_MS = 2 * 60_000

/** Accepts or declines challenges. */
export class ChallengeAnswers {
  readonly #options: ChallengeAnswersOptions
  /** The ids of challenges being answered. */
  readonly #answering = new Set<number>()

  constructor(options: ChallengeAnswersOptions) {
    this.#options = options
  }

  /** Accepts a challenge, or declines it if it is to the bot alone. */
  async answer(challenge: Challenge): Promise<void> {
    const { me, log, signal } = this.#options
    const { id, state, challenger } = challenge
    if (state !== 'open' || challenger.id === me || this.#answering.has(id)) return
    this.#answering.add(id)
    try {
      await this.#acceptOrDecline(challenge)
    } catch (error) {
      // withdrawn, taken or refused meanwhile: the next look at the lobby sees its new state
      if (endsBot(error, signal)) throw error
      log(`challenge ${id}: ${(error as Error).message}`)
    } finally {
      this.#answering.delete(id)
    }
  }

  async #acceptOrDecline({ id, challenger, opponent, rules: asked }: Challenge): Promise<void> {
    const { client, rules, hasRoom, isRetired, onGame, log, signal } = this.#options
    const params = { id }
    const canTake = !isRetired() && (challenger.kind === 'guest' || hasRoom())
    if (rules.includes(asked) && canTake) {
      const { game } = await client.call('acceptChallenge', { params, signal })
      log(`game ${game.id} begins: ${game.rules} against ${challenger.username}`)
      onGame(game)
    } else if (opponent) await client.call('declineChallenge', { params, signal })
  }

  /** Announces whether the bot takes challenges, and answers the waiting ones. */
  async lookAround(): Promise<void> {
    const { takesOpen, log, signal } = this.#options
    try {
      await this.#announce()
      await this.#answerWaiting()
      if (takesOpen) await this.#answerOpen()
    } catch (error) {
      if (endsBot(error, signal)) throw error
      log(`looking around: ${(error as Error).message}`)
    }
  }

  async #announce(): Promise<void> {
    const { client, rules, level, about, hasRoom, isRetired, signal } = this.#options
    if (isRetired() || !hasRoom()) await client.call('endAvailability', { signal })
    else await client.call('setAvailability', { body: { rules: [...rules], level, about }, signal })
  }

  async #answerWaiting(): Promise<void> {
    const { client, signal } = this.#options
    for await (const page of client.pages('listChallenges', { query: { mine: true }, signal }))
      for (const challenge of page) await this.answer(challenge)
  }

  async #answerOpen(): Promise<void> {
    const { client, signal } = this.#options
    const before = Date.now() - LEFT_TO_PEOPLE_MS
    const isForBots = ({ bots, challenger, createdAt }: Challenge) =>
      bots && challenger.kind === 'human' && Date.parse(createdAt) < before
    for await (const page of client.pages('listChallenges', { signal }))
      for (const challenge of page.filter(isForBots)) await this.answer(challenge)
  }
}
