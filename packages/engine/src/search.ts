import { type Board, DRAWN, GOES_ON, LOST } from './board.ts'
import { AT_LEAST, AT_MOST, type Bound, EXACT, type Table } from './table.ts'

/** A side that wins with the turn being played scores this; a ply later, one less. */
export const WIN = 1_000_000
const LONGEST = 1_000
/** Deeper lines are not looked into, whatever the limits say. */
export const DEEPEST = 64
const QUIETEST = 8
const NO_TURN = -1
/** A turn's history may not outgrow what the board itself promises of a mill. */
const MOST_HISTORY = 2_000

/** In how many plies the game is decided: by a win where positive, by a loss where negative; null where it is open. */
export const decidedIn = (score: number): number | null =>
  Math.abs(score) <= WIN - LONGEST ? null : score > 0 ? WIN - score : -(WIN + score)

/** Positions that have stood before, by the two integers of their key. */
export type Keys = readonly (readonly [low: number, high: number])[]

export interface Limits {
  /** Plies. */
  depth: number
  nodes: number
  /** Asked every 64 nodes: whether the time is up. */
  isOver: () => boolean
}

export interface Line {
  /** The turns of the best line that was found, at least its first. */
  turns: number[]
  score: number
  /** Plies that were searched whole; 0 where the limits did not even allow one. */
  depth: number
  nodes: number
}

/**
 * Principal variation search with iterative deepening. `roots` are the turns to choose from, at least one: of equals the first
 * is chosen. `before` are the positions of the game before this one. The board is left as it was.
 */
export function search(
  board: Board,
  roots: readonly number[],
  before: Keys,
  limits: Limits,
  table: Table | null,
): Line {
  return new Search(board, before, limits, table).deepen(roots)
}

class Search {
  readonly #board: Board
  readonly #limits: Limits
  readonly #table: Table | null
  readonly #turns: Int32Array
  readonly #promise: Int32Array
  readonly #killers = new Int32Array(2 * (DEEPEST + QUIETEST)).fill(NO_TURN)
  readonly #history: Int32Array
  /** The best line from each ply on, and its length. */
  readonly #lines = new Int32Array((DEEPEST + QUIETEST) ** 2)
  readonly #lengths = new Int32Array(DEEPEST + QUIETEST)
  /** Keys of the game and of the line being searched. */
  readonly #low: Int32Array
  readonly #high: Int32Array
  #stood = 0
  /** How many of those keys share their last bits, so that the rest is compared only where it may be the same. */
  readonly #alike = new Uint16Array(4096)
  #nodes = 0
  #stopped = false

  constructor(board: Board, before: Keys, limits: Limits, table: Table | null) {
    this.#board = board
    this.#limits = limits
    this.#table = table
    this.#turns = new Int32Array(board.mostTurns * (Math.min(limits.depth, DEEPEST) + QUIETEST))
    this.#promise = new Int32Array(this.#turns.length)
    this.#history = new Int32Array(board.turnKinds)
    this.#low = new Int32Array(before.length + DEEPEST + QUIETEST)
    this.#high = new Int32Array(this.#low.length)
    for (const [low, high] of before) this.#enter(low, high)
  }

  deepen(roots: readonly number[]): Line {
    let order = [...roots]
    let best: Line = { turns: order.slice(0, 1), score: this.#board.evaluate(), depth: 0, nodes: 0 }
    const deepest = Math.min(this.#limits.depth, DEEPEST)
    for (let depth = 1; depth <= deepest && !this.#stopped; depth++) {
      const found = this.#root(order, depth)
      if (!found) break
      best = { ...found, depth: this.#stopped ? best.depth : depth, nodes: this.#nodes }
      const first = found.turns[0]!
      order = [first, ...order.filter((turn) => turn !== first)]
      const plies = decidedIn(best.score)
      if (plies !== null && Math.abs(plies) <= depth) break
    }
    return { ...best, nodes: this.#nodes }
  }

  /** The best of the turns that were searched before the limits were met; null where that was none. */
  #root(roots: readonly number[], depth: number): { turns: number[]; score: number } | null {
    const { keyLow, keyHigh } = this.#board
    this.#enter(keyLow, keyHigh)
    let found: { turns: number[]; score: number } | null = null
    let alpha = -WIN
    for (const turn of roots) {
      const score = this.#after(turn, depth, 0, alpha, WIN, found === null, 0)
      if (this.#stopped) break
      if (found !== null && score <= alpha) continue
      alpha = score
      found = { turns: [turn, ...this.#lineFrom(1)], score }
    }
    this.#leave(keyLow)
    return found
  }

  #lineFrom(ply: number): number[] {
    const from = ply * (DEEPEST + QUIETEST)
    return Array.from(this.#lines.subarray(from, from + this.#lengths[ply]!))
  }

  /** The score of a turn: the first is searched with the whole window, the others only whether they are better. */
  #after(
    turn: number,
    depth: number,
    ply: number,
    alpha: number,
    beta: number,
    isFirst: boolean,
    at: number,
  ): number {
    const board = this.#board
    board.play(turn)
    let score = isFirst ? beta : -this.#search(depth - 1, ply + 1, -alpha - 1, -alpha, at)
    if (isFirst || (score > alpha && score < beta && !this.#stopped))
      score = -this.#search(depth - 1, ply + 1, -beta, -alpha, at)
    board.takeBack(turn)
    return score
  }

  #search(depth: number, ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    this.#lengths[ply] = 0
    if (this.#isStopped()) return 0
    const standing = board.standing()
    if (standing !== GOES_ON) return standing === LOST ? -(WIN - ply) : standing === DRAWN ? 0 : WIN - ply
    const low = board.keyLow
    const high = board.keyHigh
    if (board.repetitionDraws && this.#hasStood(low, high)) return 0
    if (depth <= 0 || ply >= DEEPEST) return this.#quiesce(QUIETEST, ply, alpha, beta, at)
    const tableHigh = high ^ (board.counter << 28)
    let hashTurn = NO_TURN
    const known = this.#table ? this.#table.find(low, tableHigh) : -1
    if (this.#table && known >= 0) {
      hashTurn = this.#table.turn(known) - 1
      if (this.#table.depth(known) >= depth) {
        const score = fromTable(this.#table.score(known), ply)
        const bound = this.#table.bound(known)
        if (bound === EXACT || (bound === AT_LEAST && score >= beta) || (bound === AT_MOST && score <= alpha))
          return score
      }
    }
    const end = board.turns(this.#turns, at)
    if (end === at) return -(WIN - ply)
    this.#rank(at, end, ply, hashTurn)
    this.#enter(low, high)
    let best = -WIN
    let bestTurn = NO_TURN
    let bound: Bound = AT_MOST
    for (let i = at; i < end; i++) {
      const turn = this.#next(i, end)
      const score = this.#after(turn, depth, ply, alpha, beta, i === at, end)
      if (this.#stopped) break
      if (score > best) {
        best = score
        bestTurn = turn
      }
      if (score > alpha) {
        alpha = score
        bound = EXACT
        this.#extend(ply, turn)
        if (alpha >= beta) {
          bound = AT_LEAST
          this.#praise(turn, depth, ply)
          break
        }
      }
    }
    this.#leave(low)
    if (this.#stopped) return 0
    this.#table?.store(low, tableHigh, bestTurn + 1, toTable(best, ply), depth, bound)
    return best
  }

  /** Plays out what is too violent to judge; standing still is always allowed. */
  #quiesce(left: number, ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    const still = board.evaluate()
    if (still >= beta || left === 0) return still
    const end = board.turns(this.#turns, at)
    if (end === at) return -(WIN - ply)
    let noisy = at
    for (let i = at; i < end; i++) {
      const turn = this.#turns[i]!
      if (board.isNoisy(turn)) this.#turns[noisy++] = turn
    }
    if (noisy === at) return still
    for (let i = at; i < noisy; i++) this.#promise[i] = board.promise(this.#turns[i]!)
    let best = still
    if (best > alpha) alpha = best
    for (let i = at; i < noisy; i++) {
      const turn = this.#next(i, noisy)
      if (this.#isStopped()) return 0
      board.play(turn)
      const standing = board.standing()
      const score =
        standing === GOES_ON
          ? -this.#quiesce(left - 1, ply + 1, -beta, -alpha, noisy)
          : standing === LOST
            ? WIN - ply - 1
            : standing === DRAWN
              ? 0
              : -(WIN - ply - 1)
      board.takeBack(turn)
      if (score > best) best = score
      if (best > alpha) alpha = best
      if (alpha >= beta) break
    }
    return best
  }

  #rank(at: number, end: number, ply: number, hashTurn: number): void {
    const board = this.#board
    const [first, second] = [this.#killers[2 * ply], this.#killers[2 * ply + 1]]
    for (let i = at; i < end; i++) {
      const turn = this.#turns[i]!
      this.#promise[i] =
        turn === hashTurn
          ? 1_000_000
          : board.promise(turn) +
            this.#history[turn & (board.turnKinds - 1)]! +
            (turn === first ? 3_000 : turn === second ? 2_500 : 0)
    }
  }

  /** Brings the most promising turn from `i` on to `i`. */
  #next(i: number, end: number): number {
    const turns = this.#turns
    const promise = this.#promise
    let best = i
    for (let j = i + 1; j < end; j++) if (promise[j]! > promise[best]!) best = j
    const turn = turns[best]!
    turns[best] = turns[i]!
    turns[i] = turn
    const most = promise[best]!
    promise[best] = promise[i]!
    promise[i] = most
    return turn
  }

  /** A turn that refuted the one before it is looked at sooner elsewhere. */
  #praise(turn: number, depth: number, ply: number): void {
    if (this.#board.isNoisy(turn)) return
    if (this.#killers[2 * ply] !== turn) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply]!
      this.#killers[2 * ply] = turn
    }
    const kind = turn & (this.#board.turnKinds - 1)
    this.#history[kind] = Math.min(MOST_HISTORY, this.#history[kind]! + depth * depth)
  }

  /** The best line from here is the turn and the best line after it. */
  #extend(ply: number, turn: number): void {
    const row = DEEPEST + QUIETEST
    const length = this.#lengths[ply + 1]!
    this.#lines[ply * row] = turn
    this.#lines.copyWithin(ply * row + 1, (ply + 1) * row, (ply + 1) * row + length)
    this.#lengths[ply] = length + 1
  }

  #isStopped(): boolean {
    if (this.#stopped) return true
    if (this.#nodes >= this.#limits.nodes || ((this.#nodes & 63) === 0 && this.#limits.isOver()))
      this.#stopped = true
    else this.#nodes++
    return this.#stopped
  }

  #enter(low: number, high: number): void {
    this.#low[this.#stood] = low
    this.#high[this.#stood++] = high
    this.#alike[low & 4095]!++
  }

  #leave(low: number): void {
    this.#stood--
    this.#alike[low & 4095]!--
  }

  /** Once is enough: whoever went back there could go round for ever. */
  #hasStood(low: number, high: number): boolean {
    if (this.#alike[low & 4095] === 0) return false
    for (let i = this.#stood - 1; i >= 0; i--) if (this.#low[i] === low && this.#high[i] === high) return true
    return false
  }
}

/** A decided score is stored as plies from the position, not from the root. */
const toTable = (score: number, ply: number): number =>
  score > WIN - LONGEST ? score + ply : score < LONGEST - WIN ? score - ply : score
const fromTable = (score: number, ply: number): number =>
  score > WIN - LONGEST ? score - ply : score < LONGEST - WIN ? score + ply : score
