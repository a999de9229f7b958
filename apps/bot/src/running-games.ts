import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@tegenzet/client'
import type { Game } from '@tegenzet/contract'
import { answerGame } from './answer-game.ts'
import { endsBot } from './ends-bot.ts'
import { isTemporary } from './is-temporary.ts'
import type { Think } from './thinkers.ts'

interface RunningGamesOptions {
  client: Client
  /** The bot's id as a player. */
  me: number
  think: Think
  log: (text: string) => void
  signal: AbortSignal
}

const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 30_000
/** After this many refusals in a row a game is left alone until something happens in it. */
const MAX_REFUSALS = 5

/** The bot's running games with their latest known states. */
export class RunningGames {
  readonly #options: RunningGamesOptions
  readonly #games = new Map<number, Game>()
  /** The ids of games that a loop is answering. */
  readonly #answering = new Set<number>()

  constructor(options: RunningGamesOptions) {
    this.#options = options
  }

  /** How many there are, without those against guests. */
  get countWithoutGuests(): number {
    const games = [...this.#games.values()]
    return games.filter(({ white, black }) => white.kind !== 'guest' && black.kind !== 'guest').length
  }

  /**
   * Answers a game until others have to act. A state that arrives meanwhile is picked up by the same loop.
   * @throws ApiError if the bot cannot go on; the signal's reason
   */
  async answer(received: Game): Promise<void> {
    const { id } = received
    if (!this.#isNews(received)) return
    this.#games.set(id, received)
    if (this.#answering.has(id)) return
    this.#answering.add(id)
    try {
      for (let failures = 0, refusals = 0; refusals < MAX_REFUSALS; ) {
        const game = this.#games.get(id) ?? received
        if (game.turn === null) return this.#end(game)
        const outcome = await this.#answerOnce(game, failures)
        if (outcome === 'answered' && this.#games.get(id) === game) return
        failures = outcome === 'answered' ? 0 : failures + 1
        refusals = outcome === 'refused' ? refusals + 1 : 0
      }
    } finally {
      this.#answering.delete(id)
    }
  }

  /** If it failed, the game is read again after a backoff. */
  async #answerOnce(game: Game, failures: number): Promise<'answered' | 'failed' | 'refused'> {
    const { client, me, think, log, signal } = this.#options
    try {
      const side = game.white.id === me ? 'white' : 'black'
      this.#take(await answerGame({ client, think, side, signal }, game))
      return 'answered'
    } catch (error) {
      if (endsBot(error, signal)) throw error
      log(`game ${game.id}: ${(error as Error).message}`)
      await pause(Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures), undefined, { signal })
      this.#take(await client.call('getGame', { params: { id: game.id }, signal }).catch(() => game))
      return isTemporary(error) ? 'failed' : 'refused'
    }
  }

  #take(game: Game | undefined): void {
    if (game && this.#isNews(game)) this.#games.set(game.id, game)
  }

  #isNews({ id, version }: Game): boolean {
    return version >= (this.#games.get(id)?.version ?? 0)
  }

  #end({ id, outcome }: Game): void {
    this.#games.delete(id)
    const result = outcome?.winner ? `${outcome.winner} wins` : 'no winner'
    this.#options.log(`game ${id} has ended: ${result}, ${outcome?.reason}`)
  }
}
