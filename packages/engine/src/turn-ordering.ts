import type { SearchBoard } from './search-board.ts'

export const NO_TURN = -1
const HASH_TURN_SCORE = 1_000_000
const FIRST_KILLER_SCORE = 3_000
const SECOND_KILLER_SCORE = 2_500
/** Keeps the history below the priority of a turn that closes a mill. */
const MAX_HISTORY = 2_000

/**
 * Decides which turns the search tries first: the turn of the transposition table, the two last turns that caused a
 * cutoff at the same ply (killers), then by the board's priority and by how often a turn caused a cutoff (history).
 */
export class TurnOrdering {
  readonly #board: SearchBoard
  readonly #turns: Int32Array
  /** By index in `turns`. */
  readonly #scores: Int32Array
  readonly #killers: Int32Array
  readonly #history: Int32Array

  /** @param turns the turns of all plies of the search path, one ply after the other */
  constructor(board: SearchBoard, turns: Int32Array, maxPlies: number) {
    this.#board = board
    this.#turns = turns
    this.#scores = new Int32Array(turns.length)
    this.#killers = new Int32Array(2 * maxPlies).fill(NO_TURN)
    this.#history = new Int32Array(board.turnKinds)
  }

  /** Scores the turns from index `at` to `end` for `pickNext`. */
  score(at: number, end: number, ply: number, hashTurn: number): void {
    const board = this.#board
    const [first, second] = [this.#killers[2 * ply], this.#killers[2 * ply + 1]]
    for (let i = at; i < end; i++) {
      const turn = this.#turns[i]!
      this.#scores[i] =
        turn === hashTurn
          ? HASH_TURN_SCORE
          : board.priority(turn) +
            this.#history[turn & (board.turnKinds - 1)]! +
            (turn === first ? FIRST_KILLER_SCORE : turn === second ? SECOND_KILLER_SCORE : 0)
    }
  }

  /** Scores by the board's priority alone. */
  scoreByPriority(at: number, end: number): void {
    for (let i = at; i < end; i++) this.#scores[i] = this.#board.priority(this.#turns[i]!)
  }

  /** Swaps the turn with the highest score from index `i` on to `i` and returns it. */
  pickNext(i: number, end: number): number {
    const turns = this.#turns
    const scores = this.#scores
    let best = i
    for (let j = i + 1; j < end; j++) if (scores[j]! > scores[best]!) best = j
    const turn = turns[best]!
    turns[best] = turns[i]!
    turns[i] = turn
    const score = scores[best]!
    scores[best] = scores[i]!
    scores[i] = score
    return turn
  }

  recordCutoff(turn: number, depth: number, ply: number): void {
    if (this.#board.isNoisy(turn)) return
    if (this.#killers[2 * ply] !== turn) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply]!
      this.#killers[2 * ply] = turn
    }
    const kind = turn & (this.#board.turnKinds - 1)
    this.#history[kind] = Math.min(MAX_HISTORY, this.#history[kind]! + depth * depth)
  }
}
