import { NEVER, NOT_COVERED } from './endings.ts'
import { type Key, PositionStack, SHORTEST_CYCLE } from './position-stack.ts'
import { PrincipalVariation } from './principal-variation.ts'
import { decidedIn, fromTable, toTable, WIN } from './score.ts'
import { DRAWN, LOST, ONGOING, type SearchBoard, type Status, UNSETTLED } from './search-board.ts'
import { AT_LEAST, AT_MOST, type Bound, EXACT, TranspositionTable } from './transposition-table.ts'
import { NO_TURN, TurnOrdering } from './turn-ordering.ts'

/** Maximum search depth, whatever the limits allow. */
export const MAX_DEPTH = 64
/** How often the limits are asked, in positions: a fraction of a millisecond. */
const NODES_BETWEEN_QUESTIONS = 256
/** Every search begins with an empty table; only the memory is shared. */
const TABLE = new TranspositionTable()
/** Memory of the last search: a search writes before it reads. */
let memory = { turns: new Int32Array(0), priorities: new Int32Array(0) }

export interface Limits {
  /** Plies. */
  depth: number
  nodes: number
  /** Asked every 256 nodes whether the time is up, from the second ply on. */
  isOver: () => boolean
}

export interface SearchedLine {
  /** The best line found, at least its first turn. */
  turns: number[]
  score: number
  /** Plies searched completely; 0 if the limits did not allow one. */
  depth: number
  nodes: number
}

interface SearchOptions {
  /** How many of the best turns to find, 1 by default. */
  count?: number
  /** Called after each completed depth. */
  onDepth?: (lines: SearchedLine[]) => void
  /** Turns that the search overlooks after the first ply, where there are others. */
  overlooks?: ((turn: number) => boolean) | null
}

/**
 * The best turns, the best first: alpha-beta search with principal variation windows and iterative deepening. `roots` are the
 * turns to choose from, at least one: the first of equals wins. `before` are the earlier positions of the game. Leaves the board
 * as it was.
 */
export const search = (
  board: SearchBoard,
  roots: readonly number[],
  before: readonly Key[],
  limits: Limits,
  options: SearchOptions = {},
): SearchedLine[] => new Search(board, before, limits, options).deepen(roots)

class Search {
  readonly #board: SearchBoard
  readonly #limits: Limits
  readonly #count: number
  readonly #onDepth: (lines: SearchedLine[]) => void
  readonly #overlooks: ((turn: number) => boolean) | null
  /** The turns of all plies of the search path: every ply appends its own and passes on the index after them. */
  readonly #turns: Int32Array
  readonly #priorities: Int32Array
  readonly #ordering: TurnOrdering
  readonly #positions: PositionStack
  readonly #variation = new PrincipalVariation(MAX_DEPTH + 1)
  #nodes = 0
  /** The number of nodes at which the limits are asked again. The first ply is always searched: it takes less than a millisecond. */
  #askAt = Number.POSITIVE_INFINITY
  #stopped = false

  constructor(
    board: SearchBoard,
    before: readonly Key[],
    limits: Limits,
    { count = 1, onDepth = () => {}, overlooks = null }: SearchOptions,
  ) {
    this.#board = board
    this.#limits = limits
    this.#count = count
    this.#onDepth = onDepth
    this.#overlooks = overlooks
    if (memory.turns.length < board.maxTurns * MAX_DEPTH)
      memory = {
        turns: new Int32Array(board.maxTurns * MAX_DEPTH),
        priorities: new Int32Array(board.maxTurns * MAX_DEPTH),
      }
    this.#turns = memory.turns
    this.#priorities = memory.priorities
    this.#ordering = new TurnOrdering(board, this.#turns, this.#priorities, MAX_DEPTH)
    this.#positions = new PositionStack(before, MAX_DEPTH)
    TABLE.begin(limits.nodes)
  }

  deepen(roots: readonly number[]): SearchedLine[] {
    let order = [...roots]
    const score = this.#board.evaluate()
    let best: SearchedLine[] = order
      .slice(0, this.#count)
      .map((turn) => ({ turns: [turn], score, depth: 0, nodes: 0 }))
    const maxDepth = Math.min(this.#limits.depth, MAX_DEPTH)
    for (let depth = 1; depth <= maxDepth && !this.#stopped; depth++) {
      const lines = this.#searchDepth(order, depth)
      if (this.#stopped) {
        best = withFirst(best, lines[0])
        break
      }
      best = lines
      this.#askAt = this.#nodes
      this.#onDepth(best)
      const firsts = best.map(({ turns }) => turns[0]!)
      order = [...firsts, ...order.filter((turn) => !firsts.includes(turn))]
      if (best.every((line) => Math.abs(decidedIn(line.score) ?? Number.POSITIVE_INFINITY) <= depth)) break
    }
    return best.map((line) => ({ ...line, nodes: this.#nodes }))
  }

  /** Searches the best turn, then the best of the others, and so on. The last line may be missing or cut off by the limits. */
  #searchDepth(roots: readonly number[], depth: number): SearchedLine[] {
    let rest = [...roots]
    const lines: SearchedLine[] = []
    while (lines.length < this.#count && rest.length > 0 && !this.#stopped) {
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
    board.undo()
    return score
  }

  #search(depth: number, ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    const isVariation = beta - alpha > 1
    if (isVariation) this.#variation.clear(ply)
    if (this.#isStopped()) return 0
    const low = board.keyLow
    const high = board.keyHigh
    const seen = board.repetitionDraws ? this.#positions.count(low, high, board.reversible) : 0
    // the third time the rules may draw, whatever the tables say
    if (seen > 1) return 0
    const status = board.status()
    if (status !== ONGOING) return scoreOf(status, ply)
    const plies = board.pliesToEnd()
    if (plies !== NOT_COVERED)
      return plies === NEVER ? 0 : plies & 1 ? WIN - ply - plies : -(WIN - ply - plies)
    // the second time is enough, because a side that went back once can do so forever
    if (seen === 1) return 0
    const isSharp = depth <= 1 && board.isSharp
    if (depth <= 0) return isSharp ? this.#searchCaptures(ply, alpha, beta, at) : board.evaluate()
    if (depth === 1 && !isSharp) return this.#searchLast(ply, alpha, beta, at)
    const tableHigh = high ^ (board.counter << 28)
    let hashTurn = NO_TURN
    const known = TABLE.find(low, tableHigh)
    if (known >= 0) {
      hashTurn = TABLE.turn(known)
      if (TABLE.depth(known) >= depth) {
        const score = fromTable(TABLE.score(known), ply)
        const bound = TABLE.bound(known)
        if (bound === EXACT || (bound === AT_LEAST && score >= beta) || (bound === AT_MOST && score <= alpha))
          return score
      }
    }
    const end = this.#writeTurns(at)
    if (end === at) return -(WIN - ply)
    this.#ordering.score(at, end, ply, hashTurn)
    this.#positions.push(low, high)
    let best = -WIN
    let bestTurn = 0
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
        if (isVariation) this.#variation.extend(ply, turn)
        if (alpha >= beta) {
          bound = AT_LEAST
          this.#ordering.recordCutoff(turn, depth, ply)
          break
        }
      }
    }
    this.#positions.pop()
    if (this.#stopped) return 0
    TABLE.store(low, tableHigh, bestTurn, toTable(best, ply), depth, bound)
    return best
  }

  /** Searches one ply: there are many such positions, and looking for them in the table would take longer. */
  #searchLast(ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    const isVariation = beta - alpha > 1
    const turns = this.#turns
    const end = this.#writeTurns(at)
    const limit = this.#limits.nodes
    // the next turns of the game itself; later a repetition is found a ply later
    const mayRepeat = ply <= 1 && board.repetitionDraws && board.reversible >= SHORTEST_CYCLE - 1
    let best = -(WIN - ply)
    // captures tend to come last
    for (let i = end - 1; i >= at; i--) {
      const turn = turns[i]!
      let score = mayRepeat ? UNSETTLED : board.evaluateAfter(turn)
      if (score === UNSETTLED) {
        this.#positions.push(board.keyLow, board.keyHigh)
        score = this.#scoreTurn(turn, 1, ply, Math.max(alpha, best), beta, true, end)
        this.#positions.pop()
      } else if (this.#nodes < limit) this.#nodes++
      else this.#stopped = true
      if (this.#stopped) return 0
      if (score <= best) continue
      best = score
      if (isVariation && score > alpha) this.#variation.set(ply, turn)
      if (score >= beta) break
    }
    return best
  }

  /** The value of the position, or of the best capture if that is better. */
  #searchCaptures(ply: number, alpha: number, beta: number, at: number): number {
    const board = this.#board
    const turns = this.#turns
    let best = board.evaluate()
    if (best >= beta || ply >= MAX_DEPTH - 1) return best
    const end = this.#writeTurns(at)
    for (let i = end - 1; i >= at; i--) {
      const turn = turns[i]!
      if (!board.isNoisy(turn)) continue
      this.#positions.push(board.keyLow, board.keyHigh)
      const score = this.#scoreTurn(turn, 1, ply, Math.max(alpha, best), beta, true, end)
      this.#positions.pop()
      if (this.#stopped) return 0
      if (score <= best) continue
      best = score
      if (score >= beta) break
    }
    return best
  }

  /** Without those that are overlooked, if there are others. */
  #writeTurns(at: number): number {
    const turns = this.#turns
    const priorities = this.#priorities
    const end = this.#board.turns(turns, priorities, at)
    if (this.#overlooks === null) return end
    let kept = at
    for (let i = at; i < end; i++) {
      if (this.#overlooks(turns[i]!)) continue
      turns[kept] = turns[i]!
      priorities[kept++] = priorities[i]!
    }
    return kept > at ? kept : end
  }

  #isStopped(): boolean {
    if (this.#stopped) return true
    if (this.#nodes >= this.#limits.nodes) this.#stopped = true
    else if (this.#nodes >= this.#askAt) {
      this.#askAt = this.#nodes + NODES_BETWEEN_QUESTIONS
      this.#stopped = this.#limits.isOver()
    }
    if (!this.#stopped) this.#nodes++
    return this.#stopped
  }
}

/** Of a depth that was cut off only the best turn counts: it was compared with the best of the depth before. */
const withFirst = (lines: SearchedLine[], first: SearchedLine | undefined): SearchedLine[] =>
  first
    ? [
        { ...first, depth: lines[0]!.depth },
        ...lines.filter(({ turns }) => turns[0] !== first.turns[0]),
      ].slice(0, lines.length)
    : lines

/** The score of a position in which the game has ended, for the side to move. */
const scoreOf = (status: Status, ply: number): number =>
  status === LOST ? -(WIN - ply) : status === DRAWN ? 0 : WIN - ply
