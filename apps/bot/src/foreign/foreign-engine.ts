import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { FairQueue } from '../fair-queue.ts'
import type { Think } from '../thinkers.ts'
import { type Answer, askMove } from './ask-move.ts'
import { EngineFailure, UciProcess } from './uci-process.ts'

export interface ForeignEngineOptions {
  command: readonly string[]
  /** Set where the engine offers them. */
  options: readonly (readonly [name: string, value: string])[]
  /** For one move. */
  maxMillis: number
  /** Plays when the engine cannot, and judges positions for an engine that gives no scores. */
  builtIn: Think
  log: (text: string) => void
}

/** It is started so often: once more after its first failure. */
const STARTS = 2

/** Plays with any program that speaks UCI. After its second failure it plays with the built-in engine. */
export class ForeignEngine {
  readonly #options: ForeignEngineOptions
  readonly #failed = new AbortController()
  #engine: UciProcess | null = null
  #starts = 0
  /** The game that the engine was last asked about. */
  #game: unknown = null
  #rules: RuleSetId | null = null
  /** All as one owner's, so that the nearest deadline comes first, whoever the opponent is. */
  readonly #waiting = new FairQueue<() => Promise<void>>()
  #busy = false

  constructor(options: ForeignEngineOptions) {
    this.#options = options
  }

  /** Aborted when the engine has failed for good. */
  get failed(): AbortSignal {
    return this.#failed.signal
  }

  /** Starts the engine. @returns those of the rule sets that it plays: all of them if it does not say */
  async playable(rules: readonly RuleSetId[]): Promise<RuleSetId[]> {
    const engine = await this.#withRestart((engine) => Promise.resolve(engine))
    const offer = engine?.offer('Rules')
    const offered = offer === undefined ? null : Array.from(offer.matchAll(/ var (\S+)/g), ([, id]) => id)
    return rules.filter((id) => offered?.includes(id) ?? true)
  }

  readonly think: Think = async (game, positions, opponent) => {
    const answer = await this.#inTurn(game.deadline, () =>
      this.#withRestart((engine) => this.#ask(engine, game, positions)),
    )
    if (answer?.move && answer.score !== null) return { move: answer.move, score: answer.score }
    const thought = await this.#options.builtIn(game, positions, opponent)
    // it asks for a draw, which the bot claims if there is one
    if (answer?.move === null) return { move: thought.move, score: 0 }
    return { move: answer?.move ?? thought.move, score: thought.score }
  }

  close(): void {
    this.#engine?.kill()
  }

  /** The engine plays one game at a time. */
  #inTurn<T>(deadline: string | null, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push('', deadline, () => task().then(resolve, reject))
      void this.#work()
    })
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#waiting.take(); next; next = this.#waiting.take()) await next.item()
    this.#busy = false
  }

  /** @returns null if the engine has failed for good */
  async #withRestart<T>(task: (engine: UciProcess) => Promise<T>): Promise<T | null> {
    while (!this.#failed.signal.aborted) {
      try {
        this.#engine ??= await this.#start()
        return await task(this.#engine)
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error
        this.#engine?.kill()
        this.#engine = null
        this.#report(error)
      }
    }
    return null
  }

  #report({ message }: EngineFailure): void {
    const { log } = this.#options
    if (this.#starts >= STARTS) this.#failed.abort()
    log(
      this.failed.aborted
        ? `the engine ${message}, again. No new games are taken; the built-in engine plays the running ones.`
        : `the engine ${message}. It is started again.`,
    )
  }

  async #start(): Promise<UciProcess> {
    const { command, options, log } = this.#options
    this.#starts++
    const engine = await UciProcess.start(command)
    this.#game = null
    this.#rules = null
    for (const [name, value] of options) {
      if (engine.offer(name) !== undefined) engine.setOption(name, value)
      else log(`the engine does not offer the option ${name}`)
    }
    return engine
  }

  async #ask(
    engine: UciProcess,
    game: Parameters<Think>[0],
    positions: Parameters<Think>[1],
  ): Promise<Answer> {
    if (game.rules !== this.#rules && engine.offer('Rules') !== undefined)
      engine.setOption('Rules', game.rules)
    if (game.rules !== this.#rules || game.id !== this.#game) await engine.newGame()
    this.#rules = game.rules
    this.#game = game.id
    return askMove(engine, ruleSet(game.rules, game.rulesRevision), positions, this.#options.maxMillis)
  }
}
