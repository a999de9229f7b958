import { ok, type Result, refuse } from '@tegenzet/common'
import { type Move, type Position, trustedMove } from '../notation.ts'
import type { Outcome } from '../outcome.ts'
import { rowsOf, withinBounds } from '../position-text.ts'
import type { RuleRefusal } from '../refusal.ts'
import type { DecodedMove, DecodedPosition, RuleEngine, TurnResult } from '../rule-engine.ts'
import type { MillRules } from '../rule-set.ts'
import { opponent, SIDES, type Side } from '../side.ts'
import { decodeNotation, illegalMove, malformedMove, notation, parseNotation } from './notation.ts'
import { perft } from './perft.ts'
import {
  decodeMillPosition,
  type MillPosition,
  parseMillPosition,
  startMillPosition,
  writeMillPosition,
} from './position.ts'
import { millSymmetries } from './symmetries.ts'
import { MIN_STONES, type MillTables, millTables } from './tables.ts'
import { turnIn } from './turn-in.ts'
import { capturedBit, count, generateTurns, handAfter, movedBits } from './turns.ts'

/** Plays mill games in notation. */
export class MillEngine implements RuleEngine {
  readonly keyFields = 4
  readonly quietField = 4
  readonly #rules: MillRules
  readonly #tables: MillTables

  constructor(rules: MillRules) {
    this.#rules = rules
    this.#tables = millTables(rules)
  }

  startPosition(): Position {
    return writeMillPosition(this.#rules, startMillPosition(this.#rules))
  }

  parsePosition(text: string): Result<Position, RuleRefusal> {
    const parsed = parseMillPosition(this.#rules, text)
    return parsed.ok ? withinBounds(text, parsed.value.quiet, parsed.value.moveNumber) : parsed
  }

  outcome(position: Position): Outcome | null {
    return outcome(this.#tables, this.#decode(position))
  }

  legalMoves(position: Position): Move[] {
    return legalTurns(this.#tables, this.#decode(position)).map((turn) => notation(this.#tables, turn))
  }

  turn(text: Position, move: Move): Result<TurnResult, RuleRefusal> {
    const tables = this.#tables
    const position = this.#decode(text)
    const { from, captured } = this.decodeMove(move)
    const legal = legalTurns(tables, position)
    const turn = legal.find((candidate) => notation(tables, candidate) === move)
    if (turn === undefined)
      return refuse(illegalMove(tables, legal, move, from, position.hands[position.side]))
    const next = after(tables, position, turn)
    return ok({
      position: writeMillPosition(this.#rules, next),
      quiet: next.quiet,
      captured,
      outcome: outcome(tables, next),
    })
  }

  decodePosition(position: Position): DecodedPosition {
    const { names } = this.#tables
    const { stones, hands, side, quiet, moveNumber } = this.#decode(position)
    const onBoard = SIDES.flatMap((owner) =>
      names.filter((_, index) => stones[owner] & (1 << index)).map((name): [string, Side] => [name, owner]),
    )
    const taken = (owner: Side) => this.#rules.stones - hands[owner] - count(stones[owner])
    return {
      stones: Object.fromEntries(onBoard),
      side,
      hands,
      taken: { white: taken('white'), black: taken('black') },
      quiet,
      moveNumber,
    }
  }

  parseMove(text: string): Result<Move, RuleRefusal> {
    if (parseNotation(this.#tables, text)) return ok(trustedMove(text))
    return refuse(malformedMove(text))
  }

  decodeMove(move: Move): DecodedMove {
    return decodeNotation(this.#tables, move)
  }

  positionsOf(moves: readonly Move[], start: Position): Position[] {
    let position = this.#decode(start)
    const texts = [start]
    for (const move of moves) {
      position = after(this.#tables, position, turnIn(this.#tables, position, move))
      texts.push(writeMillPosition(this.#rules, position))
    }
    return texts
  }

  route(): null {
    return null
  }

  onward(): string[] {
    return []
  }

  images(text: Position): string[] {
    const position = this.#decode(text)
    const { white, black } = position.stones
    const symmetries = millSymmetries(this.#rules)
    return Array.from({ length: symmetries.count }, (_, n) => {
      const stones = { white: symmetries.apply(n, white), black: symmetries.apply(n, black) }
      return rowsOf(writeMillPosition(this.#rules, { ...position, stones }))
    })
  }

  foldedKey(position: Position): string {
    const [, ...rest] = position.split(' ', this.keyFields)
    const { white, black } = this.#decode(position).stones
    const symmetries = millSymmetries(this.#rules)
    let least = Number.POSITIVE_INFINITY
    for (let symmetry = 0; symmetry < symmetries.count; symmetry++)
      least = Math.min(least, symmetries.apply(symmetry, white) * 2 ** 24 + symmetries.apply(symmetry, black))
    return [least, ...rest].join(' ')
  }

  perft(position: Position, depth: number): number {
    const { stones, hands, side, quiet } = this.#decode(position)
    const other = opponent(side)
    return perft(this.#tables, stones[side], stones[other], hands[side], hands[other], quiet, depth)
  }

  #decode(position: Position): MillPosition {
    return decodeMillPosition(this.#rules, position)
  }
}

/** The legal turns; none after an automatic draw by quiet moves. */
function legalTurns(tables: MillTables, { stones, hands, side, quiet }: MillPosition): number[] {
  if (quiet >= tables.quietLimit) return []
  const other = opponent(side)
  const out = new Int32Array(tables.maxTurns)
  const end = generateTurns(tables, stones[side], stones[other], hands[side], hands[other], out, 0)
  return Array.from(out.subarray(0, end))
}

function after(tables: MillTables, position: MillPosition, turn: number): MillPosition {
  const { stones, hands, side, quiet, moveNumber } = position
  const other = opponent(side)
  const own = stones[side] ^ movedBits(tables, turn)
  const theirs = stones[other] ^ capturedBit(tables, turn)
  const hand = handAfter(hands[side], turn)
  const isWhite = side === 'white'
  // Objects with computed keys would take three times as long, and long games have 2,000 positions.
  return {
    stones: isWhite ? { white: own, black: theirs } : { white: theirs, black: own },
    hands: isWhite ? { white: hand, black: hands.black } : { white: hands.white, black: hand },
    side: other,
    quiet: turn & tables.resetFlags ? 0 : quiet + 1,
    moveNumber: isWhite ? moveNumber : moveNumber + 1,
  }
}

/** Too few stones take precedence over no legal move, and both over a draw (docs/rules.md, mill 6). */
function outcome(tables: MillTables, position: MillPosition): Outcome | null {
  const { stones, hands, side, quiet } = position
  for (const loser of [side, opponent(side)]) {
    if (count(stones[loser]) + hands[loser] < MIN_STONES)
      return { winner: opponent(loser), reason: 'few-stones' }
  }
  if (legalTurns(tables, { ...position, quiet: 0 }).length === 0)
    return { winner: opponent(side), reason: 'blocked' }
  return quiet >= tables.quietLimit ? { winner: null, reason: 'quiet-moves' } : null
}
