import { type MillRules, type Move, type Position, QUIET_LIMIT } from '@tegenzet/rules'
import {
  CAPTURES,
  CLOSES_MILL,
  capturedBit,
  count,
  decodeMillPosition,
  fromOf,
  generateTurns,
  MIN_STONES,
  type MillTables,
  millTables,
  movedBits,
  NO_POINT,
  notation,
  toOf,
} from '@tegenzet/rules/mill'
import { type Endings, NOT_COVERED } from './endings.ts'
import { evaluateMill, rowsCompletedBy } from './mill-evaluation.ts'
import { DRAWN, LOST, ONGOING, type SearchBoard, type Status, WON } from './search-board.ts'

/** Within this many plies of the draw by quiet moves, positions with different counters differ. */
const COUNTER_MATTERS_WITHIN = 15

/** What the key has room for: a bit for each point, four for each hand. */
const MAX_POINTS = 24
const MAX_STONES = 15

/** A mill game for the search. `own` is the side to move. */
export class MillBoard implements SearchBoard {
  readonly maxTurns: number
  readonly turnKinds = 1024
  readonly repetitionDraws = true
  keyLow = 0
  keyHigh = 0
  readonly #tables: MillTables
  readonly #quietLimit: number
  readonly #endings: Endings | null
  #own: number
  #enemy: number
  #ownHand: number
  #enemyHand: number
  #isWhite: boolean
  #quiet: number
  /** The counters before the turns played, to undo them. */
  readonly #quiets: number[] = []
  readonly #scratch: Int32Array

  /** @throws RangeError for a rule set with more points or stones than the key has room for */
  constructor(rules: MillRules, position: Position, endings: Endings | null = null) {
    if (rules.board.points.length > MAX_POINTS || rules.stones > MAX_STONES)
      throw new RangeError(`${rules.id} has more than ${MAX_POINTS} points or ${MAX_STONES} stones`)
    const tables = millTables(rules)
    const { stones, hands, side, quiet } = decodeMillPosition(rules, position)
    const other = side === 'white' ? 'black' : 'white'
    this.#tables = tables
    this.#endings = endings
    this.maxTurns = tables.maxTurns
    this.#scratch = new Int32Array(tables.maxTurns)
    this.#own = stones[side]
    this.#enemy = stones[other]
    this.#ownHand = hands[side]
    this.#enemyHand = hands[other]
    this.#isWhite = side === 'white'
    this.#quiet = quiet
    // after the limit the draw was not claimed, so the game goes on without it
    this.#quietLimit =
      rules.draws.quiet === null || quiet >= QUIET_LIMIT ? Number.POSITIVE_INFINITY : QUIET_LIMIT
    this.#updateKey()
  }

  get counter(): number {
    return Math.max(0, this.#quiet - this.#quietLimit + COUNTER_MATTERS_WITHIN)
  }

  notation(turn: number): Move {
    return notation(this.#tables, turn)
  }

  status(): Status {
    if (this.#ownHand < MIN_STONES && count(this.#own) + this.#ownHand < MIN_STONES) return LOST
    if (this.#enemyHand < MIN_STONES && count(this.#enemy) + this.#enemyHand < MIN_STONES) return WON
    if (this.#quiet < this.#quietLimit) return ONGOING
    return this.turns(this.#scratch, 0) === 0 ? LOST : DRAWN
  }

  pliesToEnd(): number {
    if (this.#endings === null || this.#ownHand + this.#enemyHand > 0) return NOT_COVERED
    const [own, enemy] = [this.#own, this.#enemy]
    const plies = this.#endings.pliesToEnd(own, enemy, count(own), count(enemy))
    // tables leave the draw by quiet moves out of account: close to it, only a search knows
    return plies > this.#quietLimit - this.#quiet ? NOT_COVERED : plies
  }

  turns(out: Int32Array, at: number): number {
    return generateTurns(this.#tables, this.#own, this.#enemy, this.#ownHand, this.#enemyHand, out, at)
  }

  allTurns(out: Int32Array, at: number): number {
    return this.turns(out, at)
  }

  priority(turn: number): number {
    const tables = this.#tables
    if (turn & CAPTURES) {
      // of the stones to capture, those that threaten a mill come first
      return 5_000 + 100 * rowsCompletedBy(tables, this.#enemy, this.#own, capturedBit(tables, turn))
    }
    if (turn & CLOSES_MILL) return 4_000
    const to = toOf(turn)
    const blockedRows = rowsCompletedBy(tables, this.#enemy, this.#own, 1 << to)
    return 300 * blockedRows + 20 * count(tables.neighbours[to]!)
  }

  isNoisy(turn: number): boolean {
    return (turn & CAPTURES) !== 0
  }

  play(turn: number): void {
    const tables = this.#tables
    this.#quiets.push(this.#quiet)
    this.#quiet = turn & tables.resetFlags ? 0 : this.#quiet + 1
    const hand = fromOf(turn) === NO_POINT ? this.#ownHand - 1 : this.#ownHand
    const own = this.#own ^ movedBits(tables, turn)
    this.#own = this.#enemy ^ capturedBit(tables, turn)
    this.#enemy = own
    this.#ownHand = this.#enemyHand
    this.#enemyHand = hand
    this.#isWhite = !this.#isWhite
    this.#updateKey()
  }

  undo(turn: number): void {
    const tables = this.#tables
    this.#quiet = this.#quiets.pop()!
    const hand = fromOf(turn) === NO_POINT ? this.#enemyHand + 1 : this.#enemyHand
    const own = this.#enemy ^ movedBits(tables, turn)
    this.#enemy = this.#own ^ capturedBit(tables, turn)
    this.#own = own
    this.#enemyHand = this.#ownHand
    this.#ownHand = hand
    this.#isWhite = !this.#isWhite
    this.#updateKey()
  }

  evaluate(): number {
    return evaluateMill(this.#tables, this.#own, this.#ownHand, this.#enemy, this.#enemyHand)
  }

  /** An exact key, not a hash: points, hands and the side to move. The search uses the four highest bits. */
  #updateKey(): void {
    this.keyLow = this.#own | (this.#ownHand << 24) | (this.#isWhite ? 1 << 28 : 0)
    this.keyHigh = this.#enemy | (this.#enemyHand << 24)
  }
}
