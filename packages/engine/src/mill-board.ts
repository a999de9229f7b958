import { type MillRules, type Move, type Position, QUIET_LIMIT, trustedMove } from '@tegenzet/rules'
import {
  CAPTURES,
  capturedBit,
  count,
  decodeMillPosition,
  fromOf,
  MIN_STONES,
  type MillTables,
  millTables,
  movedBits,
  NO_POINT,
  toOf,
} from '@tegenzet/rules/mill'
import { type Endings, NOT_COVERED } from './endings.ts'
import { MillEvaluation } from './mill-evaluation.ts'
import { fromRules, type MillShape, millShape, neighboursOf, nextTo, toRules } from './mill-shape.ts'
import { type MillOptions, writeMillTurns } from './mill-turns.ts'
import { FLYING, phaseOf } from './mill-weights.ts'
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

/** Within this many plies of the draw by quiet moves, positions with different counters differ. */
const COUNTER_MATTERS_WITHIN = 15

/** What the key has room for: a bit for each point, four for each hand. */
const MAX_POINTS = 24
const MAX_STONES = 15
const HAND_SHIFT = 24
const POINTS = 2 ** HAND_SHIFT - 1
const ONE_IN_HAND = 1 << HAND_SHIFT

/** More than any game has, and small enough to be counted up. */
const MANY_PLIES = 2 ** 29

/** Integers for each ply: the key of both sides, and two counters. */
const FIELDS = 4

/** The key of a position: points and hand of the side to move, and of the other. */
export function millKey(rules: MillRules, position: Position): Key {
  const { stones, hands, side } = decodeMillPosition(rules, position)
  const other = side === 'white' ? 'black' : 'white'
  const shape = millShape(rules)
  return [
    fromRules(shape, rules, stones[side]) | (hands[side] << HAND_SHIFT),
    fromRules(shape, rules, stones[other]) | (hands[other] << HAND_SHIFT),
  ]
}

/** A mill game for the search. The key is the whole position but its counters. */
export class MillSearchBoard implements SearchBoard {
  readonly maxTurns: number
  readonly turnKinds = 1024
  readonly repetitionDraws = true
  keyLow = 0
  keyHigh = 0
  readonly #tables: MillTables
  readonly #shape: MillShape
  readonly #options: MillOptions
  readonly #evaluation: MillEvaluation
  readonly #quietLimit: number
  readonly #endings: Endings | null
  #quiet: number
  #reversible = 0
  /** What `undo` goes back to. */
  readonly #before = new Int32Array(FIELDS * MAX_LINE)
  #at = 0
  /** The position that `evaluateAfter` is prepared for, and what it needs. */
  #parentLow = -1
  #parentHigh = -1
  #ownStones = 0
  #enemyStones = 0
  #enemyMovable = 0

  /** @throws RangeError for a rule set with more points or stones than the key has room for */
  constructor(rules: MillRules, position: Position, endings: Endings | null = null) {
    if (rules.board.points.length > MAX_POINTS || rules.stones > MAX_STONES)
      throw new RangeError(`${rules.id} has more than ${MAX_POINTS} points or ${MAX_STONES} stones`)
    const tables = millTables(rules)
    const { hands, quiet } = decodeMillPosition(rules, position)
    const shape = millShape(rules)
    this.#tables = tables
    this.#shape = shape
    this.#options = {
      shape,
      flying: rules.flying,
      movesWhilePlacing: rules.movesWhilePlacing,
      capturingIsOptional: tables.capturingIsOptional,
    }
    this.#evaluation = new MillEvaluation(rules)
    this.#endings = endings
    this.maxTurns = tables.maxTurns
    ;[this.keyLow, this.keyHigh] = millKey(rules, position)
    this.#quiet = quiet
    // as far back as the stones could have moved; the game's own positions say whether they did
    this.#reversible = hands.white + hands.black > 0 && !rules.movesWhilePlacing ? 0 : MANY_PLIES
    // after the limit the draw was not claimed, so the game goes on without it
    this.#quietLimit =
      rules.draws.quiet === null || quiet >= QUIET_LIMIT ? Number.POSITIVE_INFINITY : QUIET_LIMIT
  }

  get counter(): number {
    return Math.max(0, this.#quiet - this.#quietLimit + COUNTER_MATTERS_WITHIN)
  }

  get reversible(): number {
    return this.#reversible
  }

  /** A side that flies can close a mill from anywhere. */
  get isSharp(): boolean {
    const low = this.keyLow
    const high = this.keyHigh
    const hands = (low >>> HAND_SHIFT) + (high >>> HAND_SHIFT)
    return phaseOf(hands, count(low & POINTS), count(high & POINTS), this.#options.flying) === FLYING
  }

  notation(turn: number): Move {
    const { names } = this.#shape
    const from = names[fromOf(turn)]
    const captured = names[(turn >> 10) & 31]
    return trustedMove(`${from ? `${from}-` : ''}${names[toOf(turn)]}${captured ? `x${captured}` : ''}`)
  }

  status(): Status {
    const own = this.keyLow & POINTS
    const enemy = this.keyHigh & POINTS
    const ownHand = this.keyLow >>> HAND_SHIFT
    const enemyHand = this.keyHigh >>> HAND_SHIFT
    if (ownHand === 0) {
      const stones = count(own)
      if (stones < MIN_STONES) return LOST
      if (enemyHand < MIN_STONES && count(enemy) + enemyHand < MIN_STONES) return WON
      if (!(this.#options.flying && stones === MIN_STONES)) {
        const empty = this.#shape.all & ~(own | enemy)
        if ((nextTo(this.#shape, empty) & own) === 0) return LOST
      }
    } else {
      if (ownHand < MIN_STONES && count(own) + ownHand < MIN_STONES) return LOST
      if (enemyHand < MIN_STONES && count(enemy) + enemyHand < MIN_STONES) return WON
      if ((own | enemy) === this.#shape.all) return LOST
    }
    return this.#quiet < this.#quietLimit ? ONGOING : DRAWN
  }

  pliesToEnd(): number {
    if (this.#endings === null || (this.keyLow | this.keyHigh) > POINTS) return NOT_COVERED
    const own = this.keyLow
    const enemy = this.keyHigh
    const plies = this.#endings.pliesToEnd(
      toRules(this.#shape, own),
      toRules(this.#shape, enemy),
      count(own),
      count(enemy),
    )
    // tables leave the draw by quiet moves out of account: close to it, only a search knows
    return plies > this.#quietLimit - this.#quiet ? NOT_COVERED : plies
  }

  turns(out: Int32Array, priorities: Int32Array, at: number): number {
    const low = this.keyLow
    const high = this.keyHigh
    return writeMillTurns(this.#options, low & POINTS, high & POINTS, low > POINTS, out, priorities, at)
  }

  allTurns(out: Int32Array, priorities: Int32Array, at: number): number {
    return this.turns(out, priorities, at)
  }

  isNoisy(turn: number): boolean {
    return (turn & CAPTURES) !== 0
  }

  play(turn: number): void {
    const before = this.#before
    const at = this.#at
    const tables = this.#tables
    const low = this.keyLow
    before[at] = low
    before[at + 1] = this.keyHigh
    before[at + 2] = this.#quiet
    before[at + 3] = this.#reversible
    this.#at = at + FIELDS
    const places = fromOf(turn) === NO_POINT
    this.keyLow = this.keyHigh ^ capturedBit(tables, turn)
    this.keyHigh = (low ^ movedBits(tables, turn)) - (places ? ONE_IN_HAND : 0)
    this.#quiet = turn & tables.resetFlags ? 0 : this.#quiet + 1
    this.#reversible = places || turn & CAPTURES ? 0 : this.#reversible + 1
  }

  undo(): void {
    const before = this.#before
    this.#at -= FIELDS
    const at = this.#at
    this.keyLow = before[at]!
    this.keyHigh = before[at + 1]!
    this.#quiet = before[at + 2]!
    this.#reversible = before[at + 3]!
  }

  evaluate(): number {
    const own = this.keyLow & POINTS
    const enemy = this.keyHigh & POINTS
    const ownHand = this.keyLow >>> HAND_SHIFT
    const enemyHand = this.keyHigh >>> HAND_SHIFT
    const ownStones = count(own)
    const enemyStones = count(enemy)
    this.#evaluation.setPosition(own, enemy)
    this.#parentLow = -1
    const phase = phaseOf(ownHand + enemyHand, ownStones, enemyStones, this.#options.flying)
    return this.#evaluation.value(phase, ownStones + ownHand - enemyStones - enemyHand)
  }

  evaluateAfter(turn: number): number {
    // as the side sees it that is to move then
    if (this.#parentLow !== this.keyLow || this.#parentHigh !== this.keyHigh) this.#prepareAfter()
    if (this.#quiet + 1 >= this.#quietLimit) return UNSETTLED
    const to = toOf(turn)
    const from = fromOf(turn)
    const captured = turn & CAPTURES ? (turn >> 10) & 31 : -1
    const places = from === NO_POINT
    const ownStones = this.#enemyStones - (captured < 0 ? 0 : 1)
    const enemyStones = places ? this.#ownStones + 1 : this.#ownStones
    const ownHand = this.keyHigh >>> HAND_SHIFT
    const enemyHand = (this.keyLow >>> HAND_SHIFT) - (places ? 1 : 0)
    const hands = ownHand + enemyHand
    if (hands === 0 && this.#endings !== null && ownStones + enemyStones <= this.#endings.mostStones)
      return UNSETTLED
    if (ownHand === 0) {
      if (ownStones < MIN_STONES) return UNSETTLED
      // those that could move before, unless this turn may have shut them in
      const movable = this.#enemyMovable & ~neighboursOf(this.#shape, to)
      if ((captured < 0 ? movable : movable & ~(1 << captured)) === 0) return UNSETTLED
    } else if (ownStones + ownHand < MIN_STONES || ownStones + enemyStones >= this.#shape.names.length)
      return UNSETTLED
    const phase = phaseOf(hands, ownStones, enemyStones, this.#options.flying)
    if (phase === FLYING) return UNSETTLED
    const stones = ownStones + ownHand - enemyStones - enemyHand
    return -this.#evaluation.valueAfter(phase, stones, places ? -1 : from, to, captured)
  }

  /** Computes what `evaluateAfter` needs for any turn. */
  #prepareAfter(): void {
    const own = this.keyLow & POINTS
    const enemy = this.keyHigh & POINTS
    this.#parentLow = this.keyLow
    this.#parentHigh = this.keyHigh
    this.#ownStones = count(own)
    this.#enemyStones = count(enemy)
    this.#enemyMovable = enemy & nextTo(this.#shape, this.#shape.all & ~(own | enemy))
    this.#evaluation.setPosition(enemy, own)
  }
}
