import type { RuleSetId } from '@tegenzet/rules'
import type { GameRecord, RecordError } from './game-record.ts'
import { type ErrorAt, GameReader } from './read-game.ts'
import { type RecordBlock, RecordSplitter } from './split-records.ts'
import { Tokens } from './tokens.ts'

export interface ReadOptions {
  /** The rule set of games that name none; without it `muehle`. */
  rules?: RuleSetId
}

/** Reads all games of a text, each as it is asked for (docs/records.md). */
export function* readRecords(text: string, options: ReadOptions = {}): Generator<GameRecord> {
  for (const game of recordsInSteps(text, options)) if (game) yield game
}

/** As `readRecords`, with null after each move or other token, for callers who must not hold the process for long. */
export function* recordsInSteps(text: string, options: ReadOptions = {}): Generator<GameRecord | null> {
  const reader = new RecordReader(options)
  yield* reader.pushInSteps(text)
  yield* reader.endInSteps()
}

/** Reads games from chunks of text as they arrive. It keeps at most one game, or one run of games without tags. */
export class RecordReader {
  readonly #rules: RuleSetId
  readonly #splitter = new RecordSplitter()

  constructor({ rules = 'muehle' }: ReadOptions = {}) {
    this.#rules = rules
  }

  *push(chunk: string): Generator<GameRecord> {
    for (const game of this.pushInSteps(chunk)) if (game) yield game
  }

  *end(): Generator<GameRecord> {
    for (const game of this.endInSteps()) if (game) yield game
  }

  *pushInSteps(chunk: string): Generator<GameRecord | null> {
    for (const block of this.#splitter.push(chunk)) yield* this.#read(block)
  }

  *endInSteps(): Generator<GameRecord | null> {
    for (const block of this.#splitter.end()) yield* this.#read(block)
  }

  *#read(block: RecordBlock): Generator<GameRecord | null> {
    const tokens = new Tokens(block.text)
    const lines = new Lines(block)
    for (;;) {
      const { game, isLast } = yield* new GameReader(tokens, this.#rules, block.isCut).read()
      if (game) yield { ...game, error: game.error && lines.locate(game.error) }
      if (isLast) return
    }
  }
}

/** Counts lines from error to error, so that many damaged games cost no more than one pass. */
class Lines {
  readonly #text: string
  #line: number
  #start = 0

  constructor({ text, line }: RecordBlock) {
    this.#text = text
    this.#line = line
  }

  locate({ at, ply, code, detail }: ErrorAt): RecordError {
    for (let next = this.#text.indexOf('\n', this.#start); next >= 0 && next < at; ) {
      this.#start = next + 1
      this.#line++
      next = this.#text.indexOf('\n', this.#start)
    }
    const column = Array.from(this.#text.slice(this.#start, at)).length + 1
    return { line: this.#line, column, ply, code, detail }
  }
}
