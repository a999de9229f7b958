import { ENGINE_VERSION } from '@tegenzet/engine'
import { gameOutcome, type RuleSetId, type Side } from '@tegenzet/rules'
import { decidedBy, type TableValue } from '$lib/analysis/decided-by.ts'
import type { Evaluation } from '$lib/analysis/review/evaluation.ts'
import { type KeptReview, keepReview, readReview } from '$lib/analysis/review/kept-review.ts'
import { workerError } from '$lib/missing-parts.svelte.ts'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import { askTables, type TableAnswer } from './ask-tables.ts'
import { startWorker } from './evaluate-once.ts'
import { judgeMoves, whiteChances } from './judge-moves.ts'
import type { ReviewAnswer, ReviewRequest } from './review-worker.ts'

const PROVED: TableValue = { value: 'draw', plies: null }

interface ReviewedGame {
  game: number
  rules: RuleSetId
  board: GameBoard
  isProvenDraw: boolean
}

/** A finished game that is reviewed on this device: by the engine in a worker, and by the server's tables where they cover. */
export class Review {
  readonly rules: RuleSetId
  readonly board: GameBoard
  readonly #game: number
  /** Whether the endgame tables have ended the game. */
  readonly isProvenDraw: boolean
  state = $state<'idle' | 'running' | 'done' | 'failed'>('idle')
  /** Why it could not be begun. */
  error = $state.raw<unknown>(null)
  /** By position; null where there is none yet. */
  #evaluations = $state.raw<readonly (Evaluation | null)[]>([])
  #thorough = $state.raw<ReadonlySet<number>>(new Set())
  /** Positions that stand in a running game of the reader: nobody gets help with those. */
  barred = $state.raw<ReadonlySet<number>>(new Set())
  /** What this device has kept. Not shown before it is known which positions are barred by now. */
  #kept: KeptReview | null
  #worker: Worker | null = null

  constructor({ game, rules, board, isProvenDraw }: ReviewedGame) {
    this.#game = game
    this.rules = rules
    this.board = board
    this.isProvenDraw = isProvenDraw
    const kept = readReview(game, ENGINE_VERSION)
    this.#kept = kept?.evaluations.length === board.positions.length ? kept : null
  }

  /** Whether the device has kept a review that can be shown as soon as it is started. */
  get isKept(): boolean {
    return this.#kept !== null
  }

  readonly #evaluated = $derived.by(() => {
    const { rules, positions, moves } = this.board
    return { rules, positions, moves, evaluations: this.#evaluations }
  })
  /** White's winning chances by position, from 0 to 1. */
  readonly chances = $derived.by(() => whiteChances(this.#evaluated))
  readonly moves = $derived.by(() => judgeMoves(this.#evaluated))
  /** From 0 to 1. */
  readonly progress = $derived.by(() => {
    const all = this.board.positions.length - this.barred.size
    return all === 0 ? 1 : Math.min(1, this.#thorough.size / all)
  })

  /** The mistakes of a side, in the order of the game. */
  mistakesOf(side: Side) {
    return this.moves.flatMap((move) => (move?.mark && move.side === side ? [move] : []))
  }

  /** Begins, or goes on where it was stopped. Never throws: an error goes to `error`. */
  async start(): Promise<void> {
    if (await this.#beginWithTables()) this.#search()
  }

  /** Shows what the device has kept, and does not go on by itself. */
  async showKept(): Promise<void> {
    if (!(await this.#beginWithTables())) return
    if (this.progress === 1) this.#finish()
    else this.state = 'idle'
  }

  /** @returns whether the tables have answered and nobody has stopped it meanwhile */
  async #beginWithTables(): Promise<boolean> {
    if (this.state === 'running' || this.state === 'done') return false
    this.state = 'running'
    this.error = null
    try {
      this.#takeTables(await askTables(this.rules, this.board.positions))
    } catch (error) {
      // Without an answer it is not known which positions may be looked at.
      this.error = error
      this.state = 'failed'
    }
    return this.state === 'running'
  }

  /** Stops the engine. What it has found is kept. */
  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    if (this.state === 'running') this.state = 'idle'
    this.#keep()
  }

  #search(): void {
    const { rules, positions } = this.board
    const isOver = gameOutcome(rules, positions) !== null
    const todo = [...positions.keys()].filter(
      (n) => !this.barred.has(n) && !this.#thorough.has(n) && !(isOver && n === positions.length - 1),
    )
    if (todo.length === 0) {
      this.#finish()
      return
    }
    const worker = startWorker()
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<ReviewAnswer[] | 'done'>) => {
      if (data === 'done') this.#finish()
      else this.#take(data)
    }
    worker.onerror = (event) => {
      this.error = workerError(event)
      this.stop()
      this.state = 'failed'
    }
    const glanced = todo.filter((n) => this.#evaluations[n] != null)
    const request = { rules: this.rules, revision: rules.revision, positions: [...positions], todo, glanced }
    worker.postMessage(request satisfies ReviewRequest)
  }

  #take(answers: readonly ReviewAnswer[]): void {
    const evaluations = [...this.#evaluations]
    for (const { index, evaluation } of answers) {
      // the value of a table stays, with the engine's line
      const known = evaluations[index]
      evaluations[index] = known?.isExact ? { ...known, line: evaluation.line } : evaluation
    }
    this.#evaluations = evaluations
    const thorough = answers.flatMap((answer) => (answer.thorough ? [answer.index] : []))
    if (thorough.length === 0) return
    this.#thorough = new Set([...this.#thorough, ...thorough])
    this.#keep()
  }

  #finish(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.state = 'done'
    this.#keep()
  }

  #takeTables(answers: readonly TableAnswer[]): void {
    const before = this.#kept?.evaluations ?? this.#evaluations
    const thorough = this.#kept?.thorough ?? [...this.#thorough]
    this.#kept = null
    const evaluations = answers.map((answer, n): Evaluation | null => {
      const known = before[n] ?? null
      if (answer === 'barred') return null
      // a server that has fewer tables by now does not know what was proved
      const isProved = answer === null && this.isProvenDraw && n === answers.length - 1
      const value = isProved ? PROVED : answer
      if (value === null) return known
      return { score: 0, decidedIn: decidedBy(value), line: known?.line ?? [], isExact: true }
    })
    this.#evaluations = evaluations
    this.barred = new Set(answers.flatMap((answer, n) => (answer === 'barred' ? [n] : [])))
    // those that are barred are evaluated when the running game is over
    this.#thorough = new Set(thorough.filter((n) => !this.barred.has(n)))
  }

  #keep(): void {
    if (this.#kept) return
    keepReview(this.#game, {
      engine: ENGINE_VERSION,
      evaluations: [...this.#evaluations],
      thorough: [...this.#thorough],
      mistakes: { white: this.mistakesOf('white').length, black: this.mistakesOf('black').length },
    })
  }
}
