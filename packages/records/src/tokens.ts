import { ADDED_TAGS } from './game-record.ts'

export type Token = { at: number } & (
  | { kind: 'tag'; name: string; value: string; valueAt: number }
  | { kind: 'damaged-tag' | 'added-tags' | 'unclosed-comment' | 'open' | 'close' | 'end' }
  | { kind: 'comment' | 'word' | 'stray'; text: string }
  | { kind: 'nag'; nag: number }
)

const BLANKS = /\s*/y
const TAG = /\[\s*([\w-]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]/y
const TAG_START = /\[\s*[\w-]+\s/y
const NAG = /\$(\d{1,9})/y
const WORD = /[^\s{}()[\];$]+/y
/** A line that begins with the first move of a game. */
const FIRST_MOVE = /\n[ \t]*1[.\s]/g

/** Reads the tokens of a text whose line breaks are line feeds. */
export class Tokens {
  readonly #text: string
  #at = 0
  /** Beyond this index there is no closing brace; known so that it is looked for once. */
  #noBraceFrom = Number.POSITIVE_INFINITY

  constructor(text: string) {
    this.#text = text
  }

  next(): Token {
    this.#match(BLANKS)
    while (this.#isPercentLine()) {
      const at = this.#at
      if (this.#restOfLine().trimEnd() === ADDED_TAGS) return { kind: 'added-tags', at }
      this.#match(BLANKS)
    }
    const at = this.#at
    const character = this.#text[at]
    if (character === undefined) return { kind: 'end', at }
    if (character === '{') return this.#comment()
    if (character === ';') return { kind: 'comment', at, text: this.#restOfLine().slice(1) }
    const tag = character === '[' && this.#tag()
    if (tag) return tag
    const nag = this.#match(NAG)
    if (nag) return { kind: 'nag', at, nag: Number(nag[1]) }
    const word = this.#match(WORD)
    if (word) return { kind: 'word', at, text: word[0] }
    this.#at++
    if (character === '(') return { kind: 'open', at }
    if (character === ')') return { kind: 'close', at }
    return { kind: 'stray', at, text: character }
  }

  /** Goes back to a token, which then comes again. */
  back({ at }: Token): void {
    this.#at = at
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #restOfLine(): string {
    const at = this.#at
    const end = this.#text.indexOf('\n', at)
    this.#at = end < 0 ? this.#text.length : end
    return this.#text.slice(at, this.#at)
  }

  #isPercentLine(): boolean {
    return this.#text[this.#at] === '%' && (this.#at === 0 || this.#text[this.#at - 1] === '\n')
  }

  #tag(): Token | null {
    const at = this.#at
    const [tag, name, value] = this.#match(TAG) ?? []
    if (tag && name && value !== undefined)
      return { kind: 'tag', at, name, value, valueAt: at + tag.indexOf('"') + 1 }
    if (!this.#match(TAG_START)) return null
    this.#restOfLine()
    return { kind: 'damaged-tag', at }
  }

  #comment(): Token {
    const at = this.#at
    const close = at < this.#noBraceFrom ? this.#text.indexOf('}', at) : -1
    if (close < 0) this.#noBraceFrom = Math.min(this.#noBraceFrom, at)
    const inner = close < 0 ? '' : this.#text.slice(at + 1, close)
    // A brace in between belongs to another comment: then this one is unclosed if a game begins before it.
    const mayBeUnclosed = close < 0 || inner.includes('{')
    const nextGame = mayBeUnclosed ? this.#nextGame(at) : -1
    if (close >= 0 && (nextGame < 0 || nextGame > close)) {
      this.#at = close + 1
      return { kind: 'comment', at, text: inner }
    }
    this.#at = nextGame < 0 ? this.#text.length : nextGame
    return { kind: 'unclosed-comment', at }
  }

  /** Where, after a blank line, the first move of another game comes; -1 if nowhere. */
  #nextGame(from: number): number {
    FIRST_MOVE.lastIndex = from
    for (let found = FIRST_MOVE.exec(this.#text); found; found = FIRST_MOVE.exec(this.#text)) {
      let before = found.index - 1
      while (this.#text[before] === ' ' || this.#text[before] === '\t') before--
      if (before > from && this.#text[before] === '\n') return found.index + 1
    }
    return -1
  }
}
