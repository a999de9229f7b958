import type { HalmaRules, Move, Position } from '@tegenzet/rules'
import {
  BLACK,
  decodeHalmaPosition,
  fromOf,
  generateTurns,
  type HalmaState,
  type HalmaTables,
  halmaTables,
  moveStone,
  notation,
  otherStone,
  pliesBefore,
  type Stone,
  stoneOf,
  toOf,
  WHITE,
} from '@tegenzet/rules/halma'
import { NOT_COVERED } from './endings.ts'
import { type HalmaValues, halmaValues, STEP_VALUE } from './halma-values.ts'
import { HolesToFill } from './holes-to-fill.ts'
import { DRAWN, LOST, ONGOING, type SearchBoard, type Status, WON } from './search-board.ts'

/** The number of turns to search, by priority. The others are hardly ever better. */
const SEARCHED_TURNS = 20
/** Within this many plies of the camp check, positions at different plies differ. */
const COUNTER_MATTERS_WITHIN = 15
/** The cost of a stone in its own camp, divided by the plies left to clear it. */
const CAMP_DEADLINE_COST = 4_000

/** Halma for the search. */
export class HalmaBoard implements SearchBoard {
  readonly maxTurns: number
  readonly turnKinds = 65_536
  readonly repetitionDraws = false
  keyLow = 0
  keyHigh = 0
  readonly #tables: HalmaTables
  readonly #values: HalmaValues
  readonly #holes: HolesToFill
  readonly #state: HalmaState
  #stone: Stone
  #ply: number
  /** By side: the sum of square values, the stones in the goal, and the stones in the own camp. */
  readonly #squareValue = { [WHITE]: 0, [BLACK]: 0 }
  readonly #inGoal = { [WHITE]: 0, [BLACK]: 0 }
  readonly #inOwnCamp = { [WHITE]: 0, [BLACK]: 0 }
  readonly #priorities: Int32Array

  constructor(rules: HalmaRules, text: Position) {
    const position = decodeHalmaPosition(rules, text)
    this.#tables = halmaTables(rules)
    this.#values = halmaValues(rules)
    this.#holes = new HolesToFill(this.#tables, this.#values)
    this.#state = position.state
    this.#stone = stoneOf(position.side)
    this.#ply = pliesBefore(position)
    this.maxTurns = this.#tables.maxTurns
    this.#priorities = new Int32Array(this.maxTurns)
    for (const stone of [WHITE, BLACK] as const) {
      for (const square of this.#state.stones[stone]) this.#count(stone, square, 1)
    }
    if (this.#stone === WHITE) this.keyLow ^= 1
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
    const own = this.#stone
    const enemy = otherStone(own)
    const { stones, clearCampAfterPly } = this.#tables
    if (this.#inGoal[enemy] === stones) return LOST
    if (this.#inGoal[own] === stones) return WON
    if (this.#ply < clearCampAfterPly) return ONGOING
    const ownIsLate = this.#inOwnCamp[own] > 0
    const enemyIsLate = this.#inOwnCamp[enemy] > 0
    if (ownIsLate) return enemyIsLate ? DRAWN : LOST
    return enemyIsLate ? WON : ONGOING
  }

  pliesToEnd(): number {
    return NOT_COVERED
  }

  turns(out: Int32Array, at: number): number {
    const end = this.allTurns(out, at)
    if (end - at <= SEARCHED_TURNS) return end
    const priorities = this.#priorities
    for (let i = at; i < end; i++) priorities[i - at] = this.priority(out[i]!)
    for (let i = at; i < at + SEARCHED_TURNS; i++) {
      let best = i
      for (let j = i + 1; j < end; j++) if (priorities[j - at]! > priorities[best - at]!) best = j
      const turn = out[best]!
      out[best] = out[i]!
      out[i] = turn
      priorities[best - at] = priorities[i - at]!
    }
    return at + SEARCHED_TURNS
  }

  allTurns(out: Int32Array, at: number): number {
    return generateTurns(this.#tables, this.#state.cells, this.#state.stones[this.#stone], out, at)
  }

  priority(turn: number): number {
    const from = fromOf(turn)
    const to = toOf(turn)
    const values = this.#values.square[this.#stone]
    const { camps } = this.#tables
    const goal = otherStone(this.#stone)
    const leavesCamp = (camps[from] === this.#stone ? 1 : 0) - (camps[to] === this.#stone ? 1 : 0)
    const entersGoal = (camps[to] === goal ? 1 : 0) - (camps[from] === goal ? 1 : 0)
    return 3_000 + values[to]! - values[from]! + STEP_VALUE * (leavesCamp + entersGoal)
  }

  isNoisy(): boolean {
    return false
  }

  play(turn: number): void {
    this.#move(fromOf(turn), toOf(turn))
    this.#passTurn(1)
  }

  undo(turn: number): void {
    this.#passTurn(-1)
    this.#move(toOf(turn), fromOf(turn))
  }

  evaluate(): number {
    return STEP_VALUE + this.#valueOf(this.#stone) - this.#valueOf(otherStone(this.#stone))
  }

  #valueOf(stone: Stone): number {
    const value = this.#squareValue[stone] - STEP_VALUE * this.#holes.stepsLeft(this.#state, stone)
    if (this.#inOwnCamp[stone] === 0) return value
    const pliesLeft = Math.max(1, this.#tables.clearCampAfterPly - this.#ply)
    return value - Math.trunc((this.#inOwnCamp[stone] * CAMP_DEADLINE_COST) / (pliesLeft + 10))
  }

  #move(from: number, to: number): void {
    moveStone(this.#state, this.#stone, from, to)
    this.#count(this.#stone, from, -1)
    this.#count(this.#stone, to, 1)
  }

  /** Adds a stone on a square to the running totals, or removes it. */
  #count(stone: Stone, square: number, by: 1 | -1): void {
    const { square: values, keys } = this.#values
    this.#squareValue[stone] += by * values[stone][square]!
    const camp = this.#tables.camps[square]!
    if (camp === stone) this.#inOwnCamp[stone] += by
    else if (camp !== 0) this.#inGoal[stone] += by
    this.keyLow ^= keys[stone].low[square]!
    this.keyHigh ^= keys[stone].high[square]!
  }

  #passTurn(by: 1 | -1): void {
    this.#stone = otherStone(this.#stone)
    this.#ply += by
    this.keyLow ^= 1
  }
}
