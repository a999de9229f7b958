import { ok, type Result, refuse, valueAt } from '@tegenzet/common'
import { type Move, type Position, trustedMove } from '../notation.ts'
import { pliesBefore } from '../numbering.ts'
import type { Outcome } from '../outcome.ts'
import { rowsOf, withinBounds } from '../position-text.ts'
import type { RuleRefusal } from '../refusal.ts'
import type { DecodedMove, DecodedPosition, RuleEngine, TurnResult } from '../rule-engine.ts'
import type { HalmaRules } from '../rule-set.ts'
import { opponent, SIDES, type Side } from '../side.ts'
import { isStep, jumpPath, jumpTargets } from './jumps.ts'
import { mirroredRows } from './mirrored-rows.ts'
import { decodeNotation, illegalMove, malformedMove, notation, parseNotation } from './notation.ts'
import { perft } from './perft.ts'
import {
  decodeHalmaPosition,
  type HalmaPosition,
  parseHalmaPosition,
  startHalmaPosition,
  stoneOf,
  writeHalmaPosition,
} from './position.ts'
import { countInCamp, isOver, moveStone } from './state.ts'
import { type HalmaTables, halmaTables } from './tables.ts'
import { fromOf, generateTurns, toOf } from './turns.ts'

/** Plays Halma in notation. */
export class HalmaEngine implements RuleEngine {
  readonly keyFields = 2
  readonly quietField = null
  readonly #rules: HalmaRules
  readonly #tables: HalmaTables

  constructor(rules: HalmaRules) {
    this.#rules = rules
    this.#tables = halmaTables(rules)
  }

  startPosition(): Position {
    return writeHalmaPosition(this.#rules, startHalmaPosition(this.#rules))
  }

  parsePosition(text: string): Result<Position, RuleRefusal> {
    const parsed = parseHalmaPosition(this.#rules, text)
    return parsed.ok ? withinBounds(text, parsed.value.moveNumber) : parsed
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
    const { from } = this.decodeMove(move)
    const legal = legalTurns(tables, position)
    const turn = legal.find((candidate) => notation(tables, candidate) === move)
    if (turn === undefined) return refuse(illegalMove(tables, legal, move, from))
    const next = after(position, fromOf(turn), toOf(turn))
    return ok({
      position: writeHalmaPosition(this.#rules, next),
      quiet: null,
      captured: null,
      outcome: outcome(tables, next),
    })
  }

  decodePosition(position: Position): DecodedPosition {
    const tables = this.#tables
    const { state, side, moveNumber } = this.#decode(position)
    const onBoard = SIDES.flatMap((owner) =>
      Array.from(state.stones[stoneOf(owner)], (square): [string, Side] => [
        valueAt(tables.nameOf, square),
        owner,
      ]),
    )
    return {
      stones: Object.fromEntries(onBoard),
      side,
      hands: null,
      taken: { white: 0, black: 0 },
      quiet: null,
      moveNumber,
    }
  }

  parseMove(text: string): Result<Move, RuleRefusal> {
    if (parseNotation(this.#tables, text)) return ok(trustedMove(text))
    return refuse(malformedMove(this.#tables, text))
  }

  decodeMove(move: Move): DecodedMove {
    return decodeNotation(this.#tables, move)
  }

  positionsOf(moves: readonly Move[], start: Position): Position[] {
    const { squareOf } = this.#tables
    let position = this.#decode(start)
    const texts = [start]
    for (const move of moves) {
      const { from, to } = decodeNotation(this.#tables, move)
      position = after(position, valueAt(squareOf, from), valueAt(squareOf, to))
      texts.push(writeHalmaPosition(this.#rules, position))
    }
    return texts
  }

  route(position: Position, from: string, to: string): string[] {
    return jumpPath(this.#rules, position, from, to)
  }

  onward(position: Position, from: string, path: readonly string[]): string[] {
    const first = path[0]
    if (first === undefined || isStep(this.#rules, from, first)) return []
    return jumpTargets(this.#rules, position, from, path).filter((point) => point !== from)
  }

  mills(): string[][] {
    return []
  }

  images(position: Position): string[] {
    const rows = rowsOf(position)
    return [rows, mirroredRows(rows)]
  }

  foldedKey(position: Position): string {
    const [, ...rest] = position.split(' ', this.keyFields)
    const [first] = this.images(position).sort()
    return [first, ...rest].join(' ')
  }

  perft(text: Position, depth: number): number {
    const position = this.#decode(text)
    return perft(this.#tables, position.state, stoneOf(position.side), pliesBefore(position), depth)
  }

  #decode(position: Position): HalmaPosition {
    return decodeHalmaPosition(this.#rules, position)
  }
}

/** The position after a turn. It takes over the state of the one before. */
function after({ state, side, moveNumber }: HalmaPosition, from: number, to: number): HalmaPosition {
  moveStone(state, stoneOf(side), from, to)
  return { state, side: opponent(side), moveNumber: side === 'black' ? moveNumber + 1 : moveNumber }
}

function legalTurns(tables: HalmaTables, position: HalmaPosition): number[] {
  const { state, side } = position
  if (isOver(tables, state, pliesBefore(position))) return []
  const out = new Int32Array(tables.maxTurns)
  return Array.from(out.subarray(0, generateTurns(tables, state.cells, state.stones[stoneOf(side)], out, 0)))
}

/** A filled camp precedes a camp that is not clear, and that no legal move (docs/rules.md, Halma 3 to 5). */
function outcome(tables: HalmaTables, position: HalmaPosition): Outcome | null {
  const { state, side } = position
  const ply = pliesBefore(position)
  const mover = opponent(side)
  const inCampOf = (owner: Side, camp: Side) =>
    countInCamp(tables, state.stones[stoneOf(owner)], stoneOf(camp))
  for (const winner of [mover, side]) {
    if (inCampOf(winner, opponent(winner)) === tables.stones) return { winner, reason: 'camp-filled' }
  }
  if (ply >= tables.clearCampAfterPly) {
    const [loser, other] = SIDES.filter((owner) => inCampOf(owner, owner) > 0)
    if (other) return { winner: null, reason: 'camps-not-cleared' }
    const reason = ply === tables.clearCampAfterPly ? 'camp-not-cleared' : 'camp-re-entered'
    if (loser) return { winner: opponent(loser), reason }
  }
  return legalTurns(tables, position).length === 0 ? { winner: mover, reason: 'blocked' } : null
}
