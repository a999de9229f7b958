import { ok, type Result, refuse } from '@tegenzet/common'
import { type Move, type Position, trustedMove, trustedPosition } from '../../src/notation.ts'
import type { Outcome } from '../../src/outcome.ts'
import {
  FIELD,
  malformedPosition,
  readRows,
  rowsOf,
  sideLetter,
  sideOfLetter,
  withinBounds,
  writeRows,
} from '../../src/position-text.ts'
import { quoted, type RuleRefusal } from '../../src/refusal.ts'
import type { DecodedMove, DecodedPosition, RuleEngine, Stones, TurnResult } from '../../src/rule-engine.ts'
import { opponent, type Side } from '../../src/side.ts'
import type { ThreeInARowRules } from './rules.ts'

const FIELDS = new RegExp(
  `^${FIELD.rows} ${FIELD.side} ${FIELD.number} ${FIELD.number} ${FIELD.number} ${FIELD.number}$`,
)
const MOVE = /^(?:([a-c][1-3])-)?([a-c][1-3])(?:x([a-c][1-3]))?$/
/** Where the point at a place of the rows comes from in each mirror image. */
const IMAGES = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8],
  [2, 1, 0, 5, 4, 3, 8, 7, 6],
  [6, 7, 8, 3, 4, 5, 0, 1, 2],
  [8, 7, 6, 5, 4, 3, 2, 1, 0],
  [0, 3, 6, 1, 4, 7, 2, 5, 8],
  [6, 3, 0, 7, 4, 1, 8, 5, 2],
  [2, 5, 8, 1, 4, 7, 0, 3, 6],
  [8, 5, 2, 7, 4, 1, 6, 3, 0],
]

export class ThreeInARowEngine implements RuleEngine {
  readonly keyFields = 4
  readonly quietField = 4
  readonly #rules: ThreeInARowRules

  constructor(rules: ThreeInARowRules) {
    this.#rules = rules
  }

  startPosition(): Position {
    const { stones } = this.#rules
    return this.#write({}, 'white', { white: stones, black: stones }, 0, 1)
  }

  parsePosition(text: string): Result<Position, RuleRefusal> {
    const fields = FIELDS.exec(text)
    const letters = fields && readRows(this.#rules.board.points, fields[1]!)
    if (!fields || !letters) return malformedPosition(text, `something like "${this.startPosition()}"`)
    const [white, black, quiet, moveNumber] = fields.slice(3).map(Number) as [number, number, number, number]
    const count = (letter: string) => letters.split(letter).length - 1
    const { stones } = this.#rules
    if (count('w') + white > stones || count('b') + black > stones)
      return malformedPosition(text, `at most ${stones} stones per side`)
    if (moveNumber < 1) return malformedPosition(text, 'a move number of at least 1')
    return withinBounds(text, quiet, moveNumber)
  }

  decodePosition(text: Position): DecodedPosition {
    const parsed = this.parsePosition(text)
    if (!parsed.ok) throw new Error(parsed.error.message)
    const [rows = '', side = '', ...numbers] = text.split(' ')
    const [white = 0, black = 0, quiet = 0, moveNumber = 0] = numbers.map(Number)
    const { stones, board } = this.#rules
    const { points } = board
    const letters = readRows(points, rows)!
    const taken = (letter: string, hand: number) => stones - hand - (letters.split(letter).length - 1)
    return {
      stones: Object.fromEntries(
        points.flatMap(({ name }, n) => (letters[n] === '.' ? [] : [[name, sideOfLetter(letters[n]!)]])),
      ),
      side: sideOfLetter(side),
      hands: { white, black },
      taken: { white: taken('w', white), black: taken('b', black) },
      quiet,
      moveNumber,
    }
  }

  parseMove(text: string): Result<Move, RuleRefusal> {
    if (MOVE.test(text)) return ok(trustedMove(text))
    const message = `${quoted(text)} is not a move: expected something like "b2", "b2-c3" or "b2-c3xb3"`
    return refuse({ code: 'malformed-move', message, params: {} })
  }

  decodeMove(move: Move): DecodedMove {
    const [, from = null, to, captured = null] = MOVE.exec(move) ?? []
    if (!to) throw new SyntaxError(`${quoted(move)} is not a move`)
    return { from, to, captured }
  }

  outcome(position: Position): Outcome | null {
    const { stones, side } = this.decodePosition(position)
    const rows = this.#rows(stones)
    const winner = [opponent(side), side].find((owner) => rows.some(([point]) => stones[point!] === owner))
    if (winner) return { winner, reason: 'blocked' }
    return this.legalMoves(position).length === 0 ? { winner: opponent(side), reason: 'blocked' } : null
  }

  legalMoves(position: Position): Move[] {
    const { stones, side, hands } = this.decodePosition(position)
    if (this.#rows(stones).length > 0) return []
    const { points } = this.#rules.board
    const free = points.filter(({ name }) => !stones[name])
    if (hands![side] > 0) return free.flatMap(({ name }) => this.#withCaptures(stones, side, null, name))
    return points
      .filter(({ name }) => stones[name] === side)
      .flatMap((from) =>
        free
          .filter((to) => Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) === 1)
          .flatMap((to) => this.#withCaptures(stones, side, from.name, to.name)),
      )
  }

  turn(position: Position, move: Move): Result<TurnResult, RuleRefusal> {
    const legal = this.legalMoves(position)
    if (!legal.includes(move)) {
      const message = `${move} is not legal here: expected one of ${legal.sort().join(' ')}`
      return refuse({ code: 'illegal-move', message, params: { move } })
    }
    const next = this.#after(position, move)
    const { captured } = this.decodeMove(move)
    return ok({
      position: next,
      quiet: this.decodePosition(next).quiet,
      captured,
      outcome: this.outcome(next),
    })
  }

  positionsOf(moves: readonly Move[], start: Position): Position[] {
    const positions = [start]
    for (const move of moves) positions.push(this.#after(positions.at(-1)!, move))
    return positions
  }

  route(): null {
    return null
  }

  onward(): string[] {
    return []
  }

  /** A move, and the same with each stone that it may capture. */
  #withCaptures(stones: Stones, side: Side, from: string | null, to: string): Move[] {
    const move = from === null ? to : `${from}-${to}`
    const isOwn = (point: string) => point === to || (point !== from && stones[point] === side)
    const trapped = this.#rules.board.rows.filter(
      ([a, middle, c]) =>
        this.#rules.trapping &&
        (a === to || c === to) &&
        isOwn(a) &&
        isOwn(c) &&
        stones[middle] === opponent(side),
    )
    return [move, ...trapped.map(([, middle]) => `${move}x${middle}`)].map(trustedMove)
  }

  #rows(stones: Stones): (readonly string[])[] {
    return this.#rules.board.rows.filter(
      ([a, b, c]) => stones[a] && stones[a] === stones[b] && stones[a] === stones[c],
    )
  }

  images(position: Position): string[] {
    const letters = rowsOf(position).replaceAll('/', '')
    return IMAGES.map((image) => writeRows(this.#rules.board.points, (index) => letters[image[index]!]!))
  }

  foldedKey(position: Position): string {
    const [, ...rest] = position.split(' ', this.keyFields)
    return [this.images(position).sort()[0], ...rest].join(' ')
  }

  perft(position: Position, depth: number): number {
    const moves = this.legalMoves(position)
    if (depth === 1) return moves.length
    return moves.reduce((sum, move) => sum + this.perft(this.#after(position, move), depth - 1), 0)
  }

  #after(position: Position, move: Move): Position {
    const { stones, side, hands, quiet, moveNumber } = this.decodePosition(position)
    const { from, to, captured } = this.decodeMove(move)
    const moved = { ...stones, [to]: side }
    for (const point of [from, captured]) if (point !== null) delete moved[point]
    const counted = to === this.#rules.restart ? 0 : quiet! + 1
    const left = from === null ? { ...hands!, [side]: hands![side] - 1 } : hands!
    return this.#write(moved, opponent(side), left, counted, side === 'black' ? moveNumber + 1 : moveNumber)
  }

  #write(
    stones: Stones,
    side: Side,
    hands: Record<Side, number>,
    quiet: number,
    moveNumber: number,
  ): Position {
    const { points } = this.#rules.board
    const rows = writeRows(points, (index) => {
      const owner = stones[points[index]!.name]
      return owner ? sideLetter(owner) : '.'
    })
    return trustedPosition(`${rows} ${sideLetter(side)} ${hands.white} ${hands.black} ${quiet} ${moveNumber}`)
  }
}
