import { itemAt } from '@tegenzet/common'
import {
  gameOutcome,
  isRuleSetId,
  type Position,
  RULE_SET_IDS,
  type RuleSetId,
  ruleSet,
  sideToMove,
  startPosition,
} from '@tegenzet/rules'
import { MAX_LINES } from '../best-lines.ts'
import { formatInfo } from './format-info.ts'
import { parseGo } from './parse-go.ts'
import { positionsOf } from './parse-position.ts'
import type { Searcher, SearchTask } from './search-task.ts'

const DEFAULT_RULES: RuleSetId = 'muehle'

const GREETING = [
  'id name Tegenzet',
  'id author the Tegenzet developers',
  `option name Rules type combo default ${DEFAULT_RULES} ${RULE_SET_IDS.map((id) => `var ${id}`).join(' ')}`,
  `option name MultiPV type spin default 1 min 1 max ${MAX_LINES}`,
  'option name Tables type check default true',
  'uciok',
]

interface Job {
  task: SearchTask
  infinite: boolean
  stop: AbortController
}

/** The engine's side of the Universal Chess Interface. Lines come in by `receive` and go out by `print`. */
export class UciSession {
  readonly #searcher: Searcher
  readonly #print: (line: string) => void
  #rules: RuleSetId = DEFAULT_RULES
  #lines = 1
  #tables = true
  #positions: Position[] = [startPosition(ruleSet(DEFAULT_RULES))]
  /** The first is running. */
  readonly #jobs: Job[] = []
  #working: Promise<void> = Promise.resolve()

  constructor(searcher: Searcher, print: (line: string) => void) {
    this.#searcher = searcher
    this.#print = print
    // while the other side is still talking
    void this.#prepare()
  }

  /** Handles one line. What it does not understand it ignores, as UCI asks. */
  receive(line: string): void {
    const [command, ...words] = line.trim().split(/\s+/)
    if (command === 'uci') for (const each of GREETING) this.#print(each)
    else if (command === 'isready') this.#whenReady()
    else if (command === 'ucinewgame') this.#positions = [startPosition(ruleSet(this.#rules))]
    else if (command === 'setoption') this.#setOption(words)
    else if (command === 'position') this.#setPosition(words)
    else if (command === 'go') this.#go(words)
    else if (command === 'stop') for (const job of this.#jobs) job.stop.abort()
  }

  /** Resolves when every search is over. Those without an end are stopped. */
  async finish(): Promise<void> {
    for (const { infinite, stop } of this.#jobs) if (infinite) stop.abort()
    await this.#working
  }

  /** During a search the answer is immediate. */
  #whenReady(): void {
    const answer = () => this.#print('readyok')
    if (this.#jobs.length > 0) answer()
    else void this.#prepare().then(answer)
  }

  #prepare(): Promise<void> {
    return this.#searcher.prepare({ rules: this.#rules, tables: this.#tables })
  }

  #setOption(words: readonly string[]): void {
    const [, name = '', value = ''] = /^name (.+?)(?: value (.*))?$/.exec(words.join(' ')) ?? []
    switch (name.toLowerCase()) {
      case 'rules':
        if (isRuleSetId(value)) this.#setRules(value)
        else this.#printError(`Rules: expected one of ${RULE_SET_IDS.join(', ')}`)
        break
      case 'multipv':
        if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_LINES)
          this.#lines = Number(value)
        else this.#printError(`MultiPV: expected 1 to ${MAX_LINES}`)
        break
      case 'tables':
        if (value === 'true' || value === 'false') this.#tables = value === 'true'
        else this.#printError('Tables: expected true or false')
    }
  }

  #setRules(id: RuleSetId): void {
    this.#rules = id
    this.#positions = [startPosition(ruleSet(id))]
    if (this.#jobs.length === 0) void this.#prepare()
  }

  #setPosition(words: readonly string[]): void {
    const positions = positionsOf(ruleSet(this.#rules), words)
    if (positions === null) return
    if (positions.ok) this.#positions = positions.value
    else this.#printError(positions.error)
  }

  #printError(message: string): void {
    this.#print(`info string error ${message}`)
  }

  /** A search that is running finishes first, so that input from a file gives every answer. */
  #go(words: readonly string[]): void {
    for (const { infinite, stop } of this.#jobs) if (infinite) stop.abort()
    const { limits, infinite } = parseGo(words)
    const task = {
      rules: this.#rules,
      positions: this.#positions,
      lines: this.#lines,
      tables: this.#tables,
      limits,
    }
    this.#jobs.push({ task, infinite, stop: new AbortController() })
    if (this.#jobs.length === 1) this.#working = this.#work()
  }

  async #work(): Promise<void> {
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      const move = await this.#run(job)
      const { signal } = job.stop
      if (job.infinite && !signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      this.#jobs.shift()
      this.#print(`bestmove ${move}`)
    }
  }

  /** Prints every depth. @returns the move, or `(none)` */
  async #run({ task, stop }: Job): Promise<string> {
    const rules = ruleSet(task.rules)
    const outcome = gameOutcome(rules, task.positions)
    if (outcome) {
      const won = outcome.winner === sideToMove(itemAt(task.positions, -1))
      this.#print(`info depth 0 score ${outcome.winner === null ? 'cp 0' : won ? 'mate 1' : 'mate 0'}`)
      return '(none)'
    }
    let printed = ''
    const print = (report: Parameters<typeof formatInfo>[0]) => {
      for (const line of formatInfo(report)) this.#print(line)
      printed = itemAt(report.lines, 0).move
    }
    const report = await this.#searcher.search(task, print, stop.signal)
    const { move } = itemAt(report.lines, 0)
    // a depth that was cut off has found a better move, or none was completed
    if (move !== printed) print(report)
    return move
  }
}
