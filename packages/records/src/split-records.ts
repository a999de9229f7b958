import { ADDED_TAGS, RECORD_LIMITS } from './game-record.ts'

/** Lines that hold whole games: one with tags, or several without. */
export interface RecordBlock {
  text: string
  /** The number of its first line, from 1. */
  line: number
  /** Whether it was longer than may be, and `text` is its beginning. */
  isCut: boolean
}

/** A tag, or the byte order mark of a file that was joined to others. */
const GAME_START = /^\uFEFF|^[ \t]*\[[\w-]+[ \t]+"/
const WHOLE_TAGS = /\[[\w-]+\s+"(?:[^"\\]|\\.)*"\s*\]/g

/**
 * Splits records of any length as they arrive. A line that begins with a tag, after moves, begins a new game, also where
 * the game before it is damaged. In a comment it does so only if the comment is not closed before another one opens.
 */
export class RecordSplitter {
  #heldBack = ''
  #line = ''
  #lineNumber = 1
  #lines: string[] = []
  #firstLine = 1
  #length = 0
  #hasMoves = false
  #isCut = false
  #inComment = false
  /** The number of lines before the first one in the open comment that looks like the beginning of a game. */
  #beforeNext: number | null = null;

  *push(chunk: string): Generator<RecordBlock> {
    let text = this.#heldBack + chunk
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
    yield* this.#splitUnclosed()
    yield* this.#endBlock()
  }

  *#endLine(): Generator<RecordBlock> {
    const line = this.#line
    this.#line = ''
    yield* this.#add(line)
  }

  *#add(line: string): Generator<RecordBlock> {
    const beginsGame = GAME_START.test(line) || line.trimEnd() === ADDED_TAGS
    const mayHaveTags = !this.#inComment || beginsGame || this.#beforeNext !== null
    const rest = mayHaveTags && /^\s*\[/.test(line) ? line.replace(WHOLE_TAGS, '').trimStart() : line
    const opensComment = /^[^{}]*\{/.test(rest)
    if (opensComment || this.#length + line.length >= RECORD_LIMITS.length) yield* this.#splitUnclosed()
    if (beginsGame && this.#inComment && !this.#isCut) this.#beforeNext ??= this.#lines.length
    else if (beginsGame && this.#hasMoves) yield* this.#endBlock()
    const isText = this.#inComment || !/^(\[|%|\s*$)/.test(rest)
    const added = this.#inComment ? line : line.replace(/^\uFEFF/, '')
    this.#hasMoves ||= isText
    if (isText) this.#followComments(rest)
    this.#length += line.length + 1
    if (this.#length > RECORD_LIMITS.length) this.#isCut = true
    if (!this.#isCut) this.#lines.push(added)
    this.#lineNumber++
  }

  #followComments(text: string): void {
    for (const [character] of text.matchAll(/[{};]/g)) {
      if (character === ';' && !this.#inComment) return
      if (character === '{') this.#inComment = true
      if (character === '}') {
        this.#inComment = false
        this.#beforeNext = null
      }
    }
  }

  /** The open comment is not closed: what looks like the next game in it is one. */
  *#splitUnclosed(): Generator<RecordBlock> {
    if (this.#beforeNext === null) return
    const others = this.#lines.splice(this.#beforeNext)
    this.#lineNumber -= others.length
    yield* this.#endBlock()
    for (const line of others) yield* this.#add(line)
  }

  *#endBlock(): Generator<RecordBlock> {
    yield { text: this.#lines.join('\n'), line: this.#firstLine, isCut: this.#isCut }
    this.#lines = []
    this.#firstLine = this.#lineNumber
    this.#length = 0
    this.#hasMoves = false
    this.#isCut = false
    this.#inComment = false
    this.#beforeNext = null
  }
}
