import { valueAt } from '@tegenzet/common'
import { isRuleSetId, type Position, parsePosition, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { decodeTag } from './escapes.ts'
import {
  GAME_RESULTS,
  type GameRecord,
  type GameResult,
  RECORD_LIMITS,
  type RecordErrorCode,
} from './game-record.ts'
import { readMoveWord } from './move-words.ts'
import type { Token, Tokens } from './tokens.ts'
import { type Fault, TreeBuilder } from './tree-builder.ts'

/** An error at an index of the text. */
export interface ErrorAt extends Fault {
  at: number
  ply: number
}

interface ReadGame extends Omit<GameRecord, 'error'> {
  error: ErrorAt | null
}

interface Pending {
  at: number
  text: string
  captures: number
  nags: number[]
}

const shown = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text).replace(/\p{C}/gu, '\uFFFD')

/** Reads one game from its first token to its result, or to the next game. After an error it only looks for that end. */
export class GameReader {
  readonly #tokens: Tokens
  readonly #chosen: RuleSetId
  readonly #isCut: boolean
  readonly #tags = new Map<string, string>()
  readonly #valuesAt = new Map<string, number>()
  /** Tags that the game itself does not have: see ADDED_TAGS. */
  readonly #added = new Set<string>()
  #error: ErrorAt | null = null
  #builder: TreeBuilder | null = null
  #rules: RuleSetId | null = null
  #numbersArePoints = false
  /** A move whose capture may still come. */
  #pending: Pending | null = null
  #result: GameResult | null = null
  #hasMoves = false
  #isLast = false

  /** @param isCut whether the text ends before the game does */
  constructor(tokens: Tokens, chosen: RuleSetId, isCut: boolean) {
    this.#tokens = tokens
    this.#chosen = chosen
    this.#isCut = isCut
  }

  /** Reads token by token. The game is null where there are only comments, or nothing more. */
  *read(): Generator<null, { game: ReadGame | null; isLast: boolean }> {
    this.#readTags()
    this.#begin()
    let goesOn = true
    while (goesOn) {
      goesOn = this.#readToken()
      yield null
    }
    const isGame = this.#hasMoves || this.#tags.size > 0 || this.#error || this.#result
    return { game: isGame ? this.#game() : null, isLast: this.#isLast }
  }

  #game(): ReadGame {
    const tags = Object.fromEntries([...this.#tags].filter(([name]) => !this.#added.has(name)))
    const told = GAME_RESULTS.find((result) => result === this.#tags.get('Result'))
    const grown = this.#builder?.finish()
    return {
      rules: this.#rules,
      tags,
      tree: grown?.tree ?? null,
      moves: grown?.moves ?? [],
      result: this.#result ?? told ?? '*',
      error: this.#error,
    }
  }

  #readTags(): void {
    let isAdded = false
    for (;;) {
      const token = this.#tokens.next()
      if (token.kind === 'tag') this.#tag(token, isAdded)
      else if (token.kind === 'added-tags') isAdded = true
      else if (token.kind === 'damaged-tag')
        this.#fail(token.at, 'unreadable-token', 'expected a tag like [Event "…"]')
      else {
        this.#tokens.back(token)
        return
      }
    }
  }

  #tag({ name, value, at, valueAt }: Token & { kind: 'tag' }, isAdded: boolean): void {
    const { tags, tagLength } = RECORD_LIMITS
    const text = value.length > 8 * tagLength ? value : decodeTag(value)
    const isTooMany = !this.#tags.has(name) && this.#tags.size === tags
    if (isTooMany || text.length > tagLength) {
      this.#fail(at, 'too-large', `more than ${tags} tags, or one of more than ${tagLength} characters`)
      return
    }
    this.#tags.set(name, text)
    this.#valuesAt.set(name, valueAt)
    if (isAdded) this.#added.add(name)
    else this.#added.delete(name)
  }

  /** Takes rule set and start position from the tags. */
  #begin(): void {
    const id = this.#tags.get('Rules') ?? this.#chosen
    if (!isRuleSetId(id)) {
      this.#fail(
        valueAt(this.#valuesAt, 'Rules'),
        'unknown-rules',
        `${shown(id)} is not the id of a rule set`,
      )
      return
    }
    this.#rules = id
    this.#numbersArePoints = /^70\b/.test(this.#tags.get('GameType') ?? '')
    const start = this.#start(id)
    if (start !== undefined) this.#builder = new TreeBuilder(ruleSet(id), start)
  }

  #start(id: RuleSetId): Position | null | undefined {
    const text = startText(Object.fromEntries(this.#tags))
    if (text === null) return null
    const position = parsePosition(ruleSet(id), text)
    if (position.ok) return position.value
    this.#fail(valueAt(this.#valuesAt, 'FEN'), 'malformed-position', position.error.message)
    return undefined
  }

  /** @returns false at the end of the game */
  #readToken(): boolean {
    const token = this.#tokens.next()
    switch (token.kind) {
      case 'word':
        return this.#word(token.at, token.text)
      case 'end':
        this.#endLine()
        this.#isLast = true
        if (this.#isCut) this.#fail(token.at, 'too-large', `more than ${RECORD_LIMITS.length} characters`)
        return false
      case 'tag':
      case 'damaged-tag':
      case 'added-tags':
        this.#endLine()
        this.#tokens.back(token)
        return false
      case 'nag':
        this.#play()
        this.#try(token.at, (builder) => builder.addNag(token.nag))
        return true
      case 'unclosed-comment':
        this.#play()
        this.#fail(token.at, 'unclosed-comment', 'the comment has no end')
        // the text goes on with the next game
        return this.#isCut
      default:
        this.#play()
        this.#mark(token)
        return true
    }
  }

  #mark(token: Token): void {
    const { at } = token
    if (token.kind === 'comment') this.#try(at, (builder) => builder.addComment(token.text))
    else if (token.kind === 'open') {
      if (this.#error || this.#builder?.open(at)) return
      this.#fail(at, 'unreadable-token', 'no move comes before this variation')
    } else if (token.kind === 'close') {
      if (this.#error || this.#builder?.close()) return
      this.#fail(at, 'unreadable-token', 'no variation was opened')
    } else if (token.kind === 'stray') this.#unreadable(at, token.text)
  }

  #word(at: number, text: string): boolean {
    if (this.#error || !this.#rules) return this.#lookForResult(text)
    const { skipped, nags, meaning } = readMoveWord(ruleSet(this.#rules), text, this.#numbersArePoints)
    if (meaning.kind === 'capture' && this.#pending) {
      this.#pending.text += meaning.text
      this.#pending.captures += meaning.captures
      this.#pending.nags.push(...nags)
      if (this.#pending.captures > 1) this.#twoCaptures(at)
      return true
    }
    if (meaning.kind === 'nothing') {
      for (const nag of nags) {
        if (this.#pending) this.#pending.nags.push(nag)
        else this.#try(at, (builder) => builder.addNag(nag))
      }
      return true
    }
    this.#play()
    if (this.#error) return this.#lookForResult(text)
    if (meaning.kind === 'result') {
      this.#result = meaning.result
      this.#endLine()
      return false
    }
    if (meaning.kind !== 'move') this.#unreadable(at + skipped, text.slice(skipped))
    else if (meaning.captures > 1) this.#twoCaptures(at + skipped)
    else this.#pending = { at: at + skipped, text: meaning.text, captures: meaning.captures, nags }
    return true
  }

  #lookForResult(text: string): boolean {
    const result = GAME_RESULTS.find((known) => known === text)
    if (result) this.#result = result
    return !result
  }

  #twoCaptures(at: number): void {
    this.#pending = null
    this.#fail(at, 'two-captures', 'one stone at most is taken in a turn')
  }

  #unreadable(at: number, text: string): void {
    this.#fail(at, 'unreadable-token', `${shown(text)} is not a move`)
  }

  /** Plays the move that waited for its capture. */
  #play(): void {
    const pending = this.#pending
    this.#pending = null
    if (!pending) return
    this.#hasMoves = true
    this.#try(pending.at, (builder) => builder.play(pending.text, pending.nags))
  }

  #endLine(): void {
    this.#play()
    const openedAt = this.#builder?.openedAt ?? null
    if (openedAt !== null) this.#fail(openedAt, 'unclosed-variation', 'the variation has no end')
  }

  #try(at: number, act: (builder: TreeBuilder) => Fault | null): void {
    if (this.#error || !this.#builder) return
    const ply = this.#builder.nextPly
    const fault = act(this.#builder)
    if (fault) this.#error = { ...fault, at, ply }
  }

  #fail(at: number, code: RecordErrorCode, detail: string): void {
    this.#error ??= { at, ply: this.#builder?.nextPly ?? 1, code, detail }
  }
}

/** The position text that a game's tags begin with; null for the rule set's own start. */
export function startText(tags: Record<string, string>): string | null {
  const { SetUp, FEN } = tags
  return FEN === undefined || SetUp === '0' ? null : FEN.trim().replace(/\s+/g, ' ')
}
