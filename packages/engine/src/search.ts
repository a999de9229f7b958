import { NEVER, NOT_COVERED } from './endings.ts'
import { type Key, PositionStack } from './position-stack.ts'
import { PrincipalVariation } from './principal-variation.ts'
import { decidedIn, fromTable, toTable, WIN } from './score.ts'
import { DRAWN, LOST, ONGOING, type SearchBoard, type Status } from './search-board.ts'
import { AT_LEAST, AT_MOST, type Bound, EXACT, type TranspositionTable } from './transposition-table.ts'
import { NO_TURN, TurnOrdering } from './turn-ordering.ts'

/** Maximum search depth, whatever the limits allow. */
export const MAX_DEPTH = 64
const MAX_QUIESCENCE_DEPTH = 8
const MAX_PLIES = MAX_DEPTH + MAX_QUIESCENCE_DEPTH

export interface Limits {
  /** Plies. */
  depth: number
  nodes: number
  /** Asked every 64 nodes whether the time is up. */
  isOver: () => boolean
}

export interface Line {
  /** The best line found, at least its first turn. */
  turns: number[]
  score: number
  /** Plies searched completely; 0 if the limits did not allow one. */
  depth: number
  nodes: number
}

/**
 * Alpha-beta search with principal variation windows, iterative deepening and quiescence search. `roots` are the turns
 * to choose from, at least one: the first of equals wins. `before` are the earlier positions of the game. Leaves the
 * board as it was.
 */
export function search(
  board: SearchBoard,
  roots: readonly number[],
  before: readonly Key[],
  limits: Limits,
  table: TranspositionTable | null,
): Line {
  return searchLines(board, roots, before, limits, table, 1)[0]!
}

/**
 * Like `search`, for the best `count` turns, the best first.
 * @param onDepth is called after each completed depth
 */
export function searchLines(
  board: SearchBoard,
  roots: readonly number[],
  before: readonly Key[],
  limits: Limits,
  table: TranspositionTable | null,
  count: number,
  onDepth: (lines: Line[]) => void = () => {},
): Line[] {
  return new Search(board, before, limits, table).deepen(roots, count, onDepth)
}

class Search {
  readonly #board: SearchBoard
  readonly #limits: Limits
  readonly #table: TranspositionTable | null
  /** The turns of all plies of the search path: every ply appends its own and passes on the index after them. */
  readonly #turns: Int32Array
  readonly #ordering: TurnOrdering
  readonly #positions: PositionStack
  readonly #variation = new PrincipalVariation(MAX_PLIES)
  #nodes = 0
  #stopped = false

  constructor(board: SearchBoard, before: readonly Key[], limits: Limits, table: TranspositionTable | null) {
    this.#board = board
    this.#limits = limits
    this.#table = table
    const plies = Math.min(limits.depth, MAX_DEPTH) + MAX_QUIESCENCE_DEPTH
    this.#turns = new Int32Array(board.maxTurns * plies)
    this.#ordering = new TurnOrdering(board, this.#turns, MAX_PLIES)
    this.#positions = new PositionStack(before, MAX_PLIES)
  }

  deepen(roots: readonly number[], count: number, onDepth: (lines: Line[]) => void): Line[] {
    let order = [...roots]
    const score = this.#board.evaluate()
    let best: Line[] = order.slice(0, count).map((turn) => ({ turns: [turn], score, depth: 0, nodes: 0 }))
    const maxDepth = Math.min(this.#limits.depth, MAX_DEPTH)
    for (let depth = 1; depth <= maxDepth && !this.#stopped; depth++) {
      const lines = this.#searchDepth(order, depth, count)
      if (this.#stopped) {
        best = withFirst(best, lines[0])
        break
      }
      best = lines
      onDepth(best)
      const firsts = best.map(({ turns }) => turns[0]!)
      order = [...firsts, ...order.filter((turn) => !firsts.includes(turn))]
      if (best.every((line) => Math.abs(decidedIn(line.score) ?? Number.POSITIVE_INFINITY) <= depth)) break
    }
    return best.map((line) => ({ ...line, nodes: this.#nodes }))
  }

  /** Searches the best turn, then the best of the others, and so on. The last line may be missing or cut off by the limits. */
  #searchDepth(roots: readonly number[], depth: number, count: number): Line[] {
    let rest = [...roots]
    const lines: Line[] = []
    while (lines.length < count && rest.length > 0 && !this.#stopped) {
      const found = this.#searchRoot(rest, depth)
      if (!found) break
      lines.push({ ...found, depth, nodes: this.#nodes })
      rest = rest.filter((turn) => turn !== found.turns[0])
    }
    return lines.sort((a, b) => b.score - a.score)
  }

  /** The best of the turns searched before the limits; null if there was none. */
  #searchRoot(roots: readonly number[], depth: number): { turns: number[]; score: number } | null {
    this.#positions.push(this.#board.keyLow, this.#board.keyHigh)
    let found: { turns: number[]; score: number } | null = null
    let alpha = -WIN
    for (const turn of roots) {
      const score = this.#scoreTurn(turn, depth, 0, alpha, WIN, found === null, 0)
      if (this.#stopped) break
      if (found !== null && score <= alpha) continue
      alpha = score
      found = { turns: [turn, ...this.#variation.lineFrom(1)], score }
    }
    this.#positions.pop()
    return found
  }

  /** Searches the first turn with the full window and the others with a null window, unless they prove better. */
  #scoreTurn(
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
    board.undo(turn)
    return score
  }

  #search(depth: number, ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    this.#variation.clear(ply)
    if (this.#isStopped()) return 0
    const low = board.keyLow
    const high = board.keyHigh
    const seen = board.repetitionDraws ? this.#positions.count(low, high) : 0
    // the third time the rules may draw, whatever the tables say
    if (seen > 1) return 0
    const settled = this.#knownScore(ply)
    if (settled !== null) return settled
    // the second time is enough, because a side that went back once can do so forever
    if (seen === 1) return 0
    if (depth <= 0 || ply >= MAX_DEPTH) return this.#quiesce(MAX_QUIESCENCE_DEPTH, ply, alpha, beta, at)
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
    this.#ordering.score(at, end, ply, hashTurn)
    this.#positions.push(low, high)
    let best = -WIN
    let bestTurn = NO_TURN
    let bound: Bound = AT_MOST
    for (let i = at; i < end; i++) {
      const turn = this.#ordering.pickNext(i, end)
      const score = this.#scoreTurn(turn, depth, ply, alpha, beta, i === at, end)
      if (this.#stopped) break
      if (score > best) {
        best = score
        bestTurn = turn
      }
      if (score > alpha) {
        alpha = score
        bound = EXACT
        this.#variation.extend(ply, turn)
        if (alpha >= beta) {
          bound = AT_LEAST
          this.#ordering.recordCutoff(turn, depth, ply)
          break
        }
      }
    }
    this.#positions.pop()
    if (this.#stopped) return 0
    this.#table?.store(low, tableHigh, bestTurn + 1, toTable(best, ply), depth, bound)
    return best
  }

  /** Plays out the noisy turns only. The side to move may always stop and take the evaluation instead. */
  #quiesce(depth: number, ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    let best = board.evaluate()
    if (best >= beta || depth === 0) return best
    const end = board.allTurns(this.#turns, at)
    if (end === at) return -(WIN - ply)
    const noisyEnd = this.#keepNoisy(at, end)
    this.#ordering.scoreByPriority(at, noisyEnd)
    if (best > alpha) alpha = best
    for (let i = at; i < noisyEnd; i++) {
      const turn = this.#ordering.pickNext(i, noisyEnd)
      if (this.#isStopped()) return 0
      board.play(turn)
      const score = -(this.#knownScore(ply + 1) ?? this.#quiesce(depth - 1, ply + 1, -beta, -alpha, noisyEnd))
      board.undo(turn)
      if (score > best) best = score
      if (best > alpha) alpha = best
      if (alpha >= beta) break
    }
    return best
  }

  /** The score that rules or endgame tables give the position, null if it needs a search. */
  #knownScore(ply: number): number | null {
    const status = this.#board.status()
    if (status !== ONGOING) return scoreOf(status, ply)
    const plies = this.#board.pliesToEnd()
    if (plies === NOT_COVERED) return null
    return plies === NEVER ? 0 : plies & 1 ? WIN - ply - plies : -(WIN - ply - plies)
  }

  /** Moves the noisy turns to the front and returns the index after them. */
  #keepNoisy(at: number, end: number): number {
    let noisyEnd = at
    for (let i = at; i < end; i++) {
      const turn = this.#turns[i]!
      if (this.#board.isNoisy(turn)) this.#turns[noisyEnd++] = turn
    }
    return noisyEnd
  }

  #isStopped(): boolean {
    if (this.#stopped) return true
    if (this.#nodes >= this.#limits.nodes || ((this.#nodes & 63) === 0 && this.#limits.isOver()))
      this.#stopped = true
    else this.#nodes++
    return this.#stopped
  }
}

/** Of a depth that was cut off only the best turn counts: it was compared with the best of the depth before. */
const withFirst = (lines: Line[], first: Line | undefined): Line[] =>
  first
    ? [
        { ...first, depth: lines[0]!.depth },
        ...lines.filter(({ turns }) => turns[0] !== first.turns[0]),
      ].slice(0, lines.length)
    : lines

/** The score of a position in which the game has ended, for the side to move. */
const scoreOf = (status: Status, ply: number): number =>
  status === LOST ? -(WIN - ply) : status === DRAWN ? 0 : WIN - ply
