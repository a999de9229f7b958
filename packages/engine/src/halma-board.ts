import type { HalmaRules, Move, Position } from '@tegenzet/rules'
import {
  BLACK,
  decodeHalmaPosition,
  fromOf,
  type HalmaTables,
  halmaTables,
  notation,
  otherStone,
  pliesBefore,
  type Stone,
  stoneOf,
  toOf,
  WHITE,
} from '@tegenzet/rules/halma'
import { NOT_COVERED } from './endings.ts'
import { type HalmaEvaluation, halmaEvaluation } from './halma-evaluation.ts'
import { writeGainingTurns } from './halma-turns.ts'
import { type HalmaValues, halmaValues, STEP_VALUE } from './halma-values.ts'
import type { Key } from './position-stack.ts'
import {
  DRAWN,
  LOST,
  MAX_LINE,
  ONGOING,
  type SearchBoard,
  type Status,
  UNSETTLED,
  WON,
} from './search-board.ts'

/** About so many turns are searched, by priority. The others are hardly ever better. */
const SEARCHED_TURNS = 10
/** Turns that lose more than this are searched only if there are no others. */
const LEAST_GAIN = -8
/** Priorities are counted in classes of 8. */
const PRIORITY_CLASSES = 1024
const CLASS_BITS = 3
const MIDDLE_PRIORITY = 4096
/** Within this many plies of the camp check, positions at different plies differ. */
const COUNTER_MATTERS_WITHIN = 15
/** The cost of a stone in its own camp, divided by the plies left to clear it. */
const CAMP_DEADLINE_COST = 4_000

/** The hash of a position. */
export function halmaKey(rules: HalmaRules, text: Position): Key {
  const { state, side } = decodeHalmaPosition(rules, text)
  const { keys } = halmaValues(rules)
  let low = side === 'white' ? 1 : 0
  let high = 0
  for (const stone of [WHITE, BLACK] as const)
    for (const square of state.stones[stone]) {
      low ^= keys[stone].low[square]!
      high ^= keys[stone].high[square]!
    }
  return [low, high]
}

/** Halma for the search. What belongs to a side is kept by its stone: index 0 is not used. */
export class HalmaSearchBoard implements SearchBoard {
  readonly maxTurns: number
  readonly turnKinds = 4_096
  readonly isSharp = false
  readonly repetitionDraws = false
  readonly reversible = 0
  keyLow = 0
  keyHigh = 0
  readonly #tables: HalmaTables
  readonly #values: HalmaValues
  readonly #evaluation: HalmaEvaluation
  readonly #cells: Uint8Array
  readonly #squares: readonly Uint8Array[]
  /** By square: which of its side's stones is there. */
  readonly #numbers: Uint8Array
  #own: Stone
  #ply: number
  readonly #low = new Int32Array(3)
  readonly #high = new Int32Array(3)
  readonly #inGoal = new Int32Array(3)
  readonly #inOwnCamp = new Int32Array(3)
  /** By class of priorities: how many turns have one. */
  readonly #counts = new Uint8Array(PRIORITY_CLASSES)
  /** The turns played, to undo them. */
  readonly #played = new Int32Array(MAX_LINE)
  #playedCount = 0

  constructor(rules: HalmaRules, text: Position) {
    const position = decodeHalmaPosition(rules, text)
    const { cells, stones } = position.state
    this.#tables = halmaTables(rules)
    this.#values = halmaValues(rules)
    this.#evaluation = halmaEvaluation(rules)
    this.#cells = cells
    this.#squares = [new Uint8Array(0), stones[WHITE], stones[BLACK]]
    this.#numbers = new Uint8Array(cells.length)
    this.#own = stoneOf(position.side)
    this.#ply = pliesBefore(position)
    this.maxTurns = this.#tables.maxTurns
    for (const stone of [WHITE, BLACK] as const)
      stones[stone].forEach((square, number) => {
        this.#numbers[square] = number
        this.#toggle(stone, square, 1)
      })
    this.#updateKey()
  }

  get counter(): number {
    const ply = this.#ply - this.#tables.clearCampAfterPly + COUNTER_MATTERS_WITHIN
    return ply < 0 ? 0 : Math.min(ply, COUNTER_MATTERS_WITHIN)
  }

  notation(turn: number): Move {
    return notation(this.#tables, turn)
  }

  /** A filled camp takes precedence over the camp check (docs/rules.md, Halma 3 and 4). */
  status(): Status {
    const own = this.#own
    const enemy = otherStone(own)
    const { stones, clearCampAfterPly } = this.#tables
    if (this.#inGoal[enemy] === stones) return LOST
    if (this.#inGoal[own] === stones) return WON
    if (this.#ply < clearCampAfterPly) return ONGOING
    const ownIsLate = this.#inOwnCamp[own]! > 0
    const enemyIsLate = this.#inOwnCamp[enemy]! > 0
    if (ownIsLate) return enemyIsLate ? DRAWN : LOST
    return enemyIsLate ? WON : ONGOING
  }

  pliesToEnd(): number {
    return NOT_COVERED
  }

  turns(out: Int32Array, priorities: Int32Array, at: number): number {
    const end = this.#write(out, priorities, at, LEAST_GAIN)
    if (end === at) return this.allTurns(out, priorities, at)
    if (end - at <= SEARCHED_TURNS) return end
    const counts = this.#counts
    let highest = 0
    for (let i = at; i < end; i++) {
      const kind = priorities[i]! >> CLASS_BITS
      counts[kind]!++
      if (kind > highest) highest = kind
    }
    let lowest = highest
    for (let found = counts[lowest]!; found < SEARCHED_TURNS; found += counts[lowest]!) lowest--
    let kept = at
    for (let i = at; i < end; i++) {
      const kind = priorities[i]! >> CLASS_BITS
      counts[kind] = 0
      if (kind < lowest) continue
      out[kept] = out[i]!
      priorities[kept++] = priorities[i]!
    }
    return kept
  }

  allTurns(out: Int32Array, priorities: Int32Array, at: number): number {
    return this.#write(out, priorities, at, -MIDDLE_PRIORITY)
  }

  /** Those that gain at least `least`. */
  #write(out: Int32Array, priorities: Int32Array, at: number, least: number): number {
    const own = this.#own
    const values = this.#values.priority[own]
    const squares = this.#squares[own]!
    const end = writeGainingTurns(this.#tables, this.#cells, squares, values, least, out, priorities, at)
    for (let i = at; i < end; i++) priorities[i]! += MIDDLE_PRIORITY
    return end
  }

  isNoisy(): boolean {
    return false
  }

  play(turn: number): void {
    this.#played[this.#playedCount++] = turn
    this.#move(fromOf(turn), toOf(turn))
    this.#own = otherStone(this.#own)
    this.#ply++
    this.#updateKey()
  }

  undo(): void {
    const turn = this.#played[--this.#playedCount]!
    this.#own = otherStone(this.#own)
    this.#ply--
    this.#move(toOf(turn), fromOf(turn))
    this.#updateKey()
  }

  evaluate(): number {
    return STEP_VALUE + this.#valueOf(this.#own) - this.#valueOf(otherStone(this.#own))
  }

  evaluateAfter(turn: number): number {
    const own = this.#own
    const from = fromOf(turn)
    const to = toOf(turn)
    const { stones, clearCampAfterPly, camps } = this.#tables
    if (this.#ply + 1 >= clearCampAfterPly || (this.#inGoal[own]! >= stones - 1 && camps[to] !== 0))
      return UNSETTLED
    const { low, high } = this.#values.keys[own]
    const squares = this.#squares[own]!
    const number = this.#numbers[from]!
    squares[number] = to
    const value = this.#evaluation.valueOf(
      squares,
      own,
      this.#low[own]! ^ low[from]! ^ low[to]!,
      this.#high[own]! ^ high[from]! ^ high[to]!,
    )
    squares[number] = from
    const late = this.#inOwnCamp[own]! - (camps[from] === own ? 1 : 0) + (camps[to] === own ? 1 : 0)
    return value - this.#lateness(late, this.#ply + 1) - STEP_VALUE - this.#valueOf(otherStone(own), 1)
  }

  /** @param pliesAhead when the value is asked for */
  #valueOf(stone: Stone, pliesAhead = 0): number {
    const squares = this.#squares[stone]!
    const value = this.#evaluation.valueOf(squares, stone, this.#low[stone]!, this.#high[stone]!)
    return value - this.#lateness(this.#inOwnCamp[stone]!, this.#ply + pliesAhead)
  }

  /** What so many stones in the own camp cost after so many plies. */
  #lateness(stones: number, ply: number): number {
    if (stones === 0) return 0
    const pliesLeft = Math.max(1, this.#tables.clearCampAfterPly - ply)
    return Math.trunc((stones * CAMP_DEADLINE_COST) / (pliesLeft + 10))
  }

  #move(from: number, to: number): void {
    const own = this.#own
    const number = this.#numbers[from]!
    this.#cells[from] = 0
    this.#cells[to] = own
    this.#numbers[to] = number
    this.#squares[own]![number] = to
    this.#toggle(own, from, -1)
    this.#toggle(own, to, 1)
  }

  /** Adds a stone on a square to the running totals, or removes it. */
  #toggle(stone: Stone, square: number, by: 1 | -1): void {
    const camp = this.#tables.camps[square]!
    if (camp === stone) this.#inOwnCamp[stone]! += by
    else if (camp !== 0) this.#inGoal[stone]! += by
    const { low, high } = this.#values.keys[stone]
    this.#low[stone]! ^= low[square]!
    this.#high[stone]! ^= high[square]!
  }

  #updateKey(): void {
    this.keyLow = this.#low[WHITE]! ^ this.#low[BLACK]! ^ (this.#own === WHITE ? 1 : 0)
    this.keyHigh = this.#high[WHITE]! ^ this.#high[BLACK]!
  }
}
