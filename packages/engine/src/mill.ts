import { type MillRules, type Move, type Position, QUIET_LIMIT } from '@tegenzet/rules'
import {
  CAPTURES,
  CLOSES_MILL,
  capturedBit,
  completions,
  count,
  decodeMillPosition,
  FEWEST_STONES,
  fromOf,
  type MillGame,
  millGame,
  movedBits,
  NOWHERE,
  notation,
  toOf,
  turns,
} from '@tegenzet/rules/mill'
import { type Board, DRAWN, GOES_ON, LOST, type Standing, WON } from './board.ts'

/** What the facts of a position are worth, in hundredths of a stone. */
interface Worths {
  stone: number
  mill: number
  /** Two in a row with the third point empty. */
  open: number
  /** An empty point that a stone may move to. */
  free: number
  /** A stone that cannot move. */
  stuck: number
  /** The right to move. */
  turn: number
}

const PLACING: Worths = { stone: 100, mill: 12, open: 12, free: 3, stuck: 8, turn: 6 }
const MOVING: Worths = { stone: 100, mill: 16, open: 10, free: 5, stuck: 7, turn: 4 }
/** One of the sides flies: what counts is how many mills it threatens. */
const FLYING: Worths = { stone: 130, mill: 4, open: 22, free: 1, stuck: 1, turn: 12 }

/** From how many plies before quiet moves draw they are told apart. */
const NEAR = 15

/** A mill game in play. */
export class MillBoard implements Board {
  readonly mostTurns: number
  readonly turnKinds = 1024
  readonly repetitionDraws = true
  keyLow = 0
  keyHigh = 0
  readonly #game: MillGame
  readonly #limit: number
  #own: number
  #enemy: number
  #ownHand: number
  #enemyHand: number
  #isWhite: boolean
  #quiet: number
  /** Quiet counters of the line played, to be taken back. */
  readonly #quiets: number[] = []
  readonly #scratch: Int32Array

  constructor(rules: MillRules, position: Position) {
    const game = millGame(rules)
    const { stones, hands, side, quiet } = decodeMillPosition(rules, position)
    const other = side === 'white' ? 'black' : 'white'
    this.#game = game
    this.mostTurns = game.mostTurns
    this.#scratch = new Int32Array(game.mostTurns)
    this.#own = stones[side]
    this.#enemy = stones[other]
    this.#ownHand = hands[side]
    this.#enemyHand = hands[other]
    this.#isWhite = side === 'white'
    this.#quiet = quiet
    // a draw that is there to be claimed but has not been: the game goes on, and no limit is ahead
    this.#limit = rules.draws.quiet === null || quiet >= QUIET_LIMIT ? Number.POSITIVE_INFINITY : QUIET_LIMIT
    this.#makeKey()
  }

  get counter(): number {
    return Math.max(0, this.#quiet - this.#limit + NEAR)
  }

  notation(turn: number): Move {
    return notation(this.#game, turn)
  }

  standing(): Standing {
    if (this.#ownHand < FEWEST_STONES && count(this.#own) + this.#ownHand < FEWEST_STONES) return LOST
    if (this.#enemyHand < FEWEST_STONES && count(this.#enemy) + this.#enemyHand < FEWEST_STONES) return WON
    if (this.#quiet < this.#limit) return GOES_ON
    return this.turns(this.#scratch, 0) === 0 ? LOST : DRAWN
  }

  turns(out: Int32Array, at: number): number {
    return turns(this.#game, this.#own, this.#enemy, this.#ownHand, this.#enemyHand, out, at)
  }

  allTurns(out: Int32Array, at: number): number {
    return this.turns(out, at)
  }

  promise(turn: number): number {
    const game = this.#game
    if (turn & CAPTURES) {
      // of the stones to take, those that were about to be part of a mill
      return 5_000 + 100 * threats(game, this.#enemy, this.#own, capturedBit(game, turn))
    }
    if (turn & CLOSES_MILL) return 4_000
    const to = 1 << toOf(turn)
    const blocks = threats(game, this.#enemy, this.#own, to)
    return 300 * blocks + 20 * count(game.neighbours[toOf(turn)]!)
  }

  isNoisy(turn: number): boolean {
    return (turn & CAPTURES) !== 0
  }

  play(turn: number): void {
    const game = this.#game
    this.#quiets.push(this.#quiet)
    this.#quiet = turn & game.resets ? 0 : this.#quiet + 1
    const hand = fromOf(turn) === NOWHERE ? this.#ownHand - 1 : this.#ownHand
    const own = this.#own ^ movedBits(game, turn)
    this.#own = this.#enemy ^ capturedBit(game, turn)
    this.#enemy = own
    this.#ownHand = this.#enemyHand
    this.#enemyHand = hand
    this.#isWhite = !this.#isWhite
    this.#makeKey()
  }

  takeBack(turn: number): void {
    const game = this.#game
    this.#quiet = this.#quiets.pop()!
    const hand = fromOf(turn) === NOWHERE ? this.#enemyHand + 1 : this.#enemyHand
    const own = this.#enemy ^ movedBits(game, turn)
    this.#enemy = this.#own ^ capturedBit(game, turn)
    this.#own = own
    this.#enemyHand = this.#ownHand
    this.#ownHand = hand
    this.#isWhite = !this.#isWhite
    this.#makeKey()
  }

  evaluate(): number {
    const { flying } = this.#game
    const ownStones = count(this.#own) + this.#ownHand
    const enemyStones = count(this.#enemy) + this.#enemyHand
    const isFlown = flying && (ownStones === FEWEST_STONES || enemyStones === FEWEST_STONES)
    const worths = this.#ownHand + this.#enemyHand > 0 ? PLACING : isFlown ? FLYING : MOVING
    return (
      worths.turn +
      this.#worth(worths, this.#own, this.#enemy, ownStones) -
      this.#worth(worths, this.#enemy, this.#own, enemyStones)
    )
  }

  #worth(worths: Worths, own: number, enemy: number, stones: number): number {
    const { mills, neighbours, all, flying } = this.#game
    let score = worths.stone * stones
    for (let i = 0; i < mills.length; i++) {
      const mill = mills[i]!
      if (enemy & mill) continue
      const row = own & mill
      if (row === mill) score += worths.mill
      else if (row & (row - 1)) score += worths.open
    }
    if (flying && stones === FEWEST_STONES) return score
    const empty = all & ~(own | enemy)
    let rest = own
    while (rest !== 0) {
      const bit = rest & -rest
      rest ^= bit
      const around = neighbours[31 - Math.clz32(bit)]! & empty
      if (around === 0) score -= worths.stuck
      else score += worths.free * count(around)
    }
    return score
  }

  /** Exact: 24 points and a hand a side, and whose turn it is. The four highest bits are the counter's. */
  #makeKey(): void {
    this.keyLow = this.#own | (this.#ownHand << 24) | (this.#isWhite ? 1 << 28 : 0)
    this.keyHigh = this.#enemy | (this.#enemyHand << 24)
  }
}

/** On how many rows a point is the third beside two stones of `side`, with nobody else on it. */
function threats(game: MillGame, side: number, other: number, point: number): number {
  if ((completions(game, side & ~point) & point) === 0) return 0
  const { mills } = game
  let found = 0
  for (let i = 0; i < mills.length; i++) {
    const mill = mills[i]!
    const rest = mill & ~point
    if (mill & point && (side & rest) === rest && !(other & rest)) found++
  }
  return found
}
