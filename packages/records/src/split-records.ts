import { ADDED_TAGS, RECORD_LIMITS } from './game-record.ts'

/** Lines that hold whole games: one with tags, or several without. */
export interface RecordBlock {
  text: string
  /** The number of its first line, from 1. */
  line: number
  /** Whether it was longer than may be, and `text` is its beginning. */
  isCut: boolean
}

const TAG_START = /^[ \t]*\[[\w-]+[ \t]+"/
const WHOLE_TAGS = /\[[\w-]+\s+"(?:[^"\\]|\\.)*"\s*\]/g

/**
 * Splits records of any length as they arrive. A line that begins with a tag, after moves, begins a new game, also where
 * the game before it is damaged.
 */
export class RecordSplitter {
  #heldBack = ''
  #line = ''
  #lineNumber = 1
  #lines: string[] = []
  #firstLine = 1
  #length = 0
  #hasMoves = false
  #isCut = false;

  *push(chunk: string): Generator<RecordBlock> {
    const isFirst = this.#lineNumber === 1 && this.#line === '' && this.#heldBack === ''
    let text = this.#heldBack + (isFirst ? chunk.replace(/^\uFEFF/, '') : chunk)
    // the other half of this line break may come with the next chunk
    this.#heldBack = text.endsWith('\r') ? '\r' : ''
    if (this.#heldBack) text = text.slice(0, -1)
    const pieces = text.split(/\r\n|\n|\r/)
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) yield* this.#endLine()
      if (this.#line.length + piece.length <= RECORD_LIMITS.length) this.#line += piece
      else this.#isCut = true
    }
  }

  *end(): Generator<RecordBlock> {
    yield* this.#endLine()
    if (this.#heldBack) yield* this.#endLine()
    yield* this.#endBlock()
  }

  *#endLine(): Generator<RecordBlock> {
    const line = this.#line
    const beginsGame = TAG_START.test(line) || line.trimEnd() === ADDED_TAGS
    if (this.#hasMoves && beginsGame) yield* this.#endBlock()
    if (/\S/.test(line)) {
      const rest = line.trimStart().startsWith('[') ? line.replace(WHOLE_TAGS, '').trimStart() : line
      this.#hasMoves ||= rest !== '' && !rest.startsWith('[') && !rest.startsWith('%')
    }
    this.#length += line.length + 1
    if (this.#length > RECORD_LIMITS.length) this.#isCut = true
    if (!this.#isCut) this.#lines.push(line)
    this.#line = ''
    this.#lineNumber++
  }

  *#endBlock(): Generator<RecordBlock> {
    yield { text: this.#lines.join('\n'), line: this.#firstLine, isCut: this.#isCut }
    this.#lines = []
    this.#firstLine = this.#lineNumber
    this.#length = 0
    this.#hasMoves = false
    this.#isCut = false
  }
}
