import type { SearchBoard } from './search-board.ts'

export const NO_TURN = -1
const HASH_TURN_SCORE = 1_000_000
const FIRST_KILLER_SCORE = 3_000
const SECOND_KILLER_SCORE = 2_500
/** Keeps the history below the priority of a turn that closes a mill. */
const MAX_HISTORY = 2_000

/**
 * Decides which turns the search tries first: the turn of the transposition table, the two last turns that caused a
 * cutoff at the same ply (killers), then by the board's priority and by how often a turn of the same side caused a cutoff
 * (history).
 */
export class TurnOrdering {
  readonly #board: SearchBoard
  readonly #turns: Int32Array
  /** By index in `turns`. */
  readonly #scores: Int32Array
  readonly #killers: Int32Array
  readonly #history: Int32Array
  readonly #kinds: number

  /**
   * @param turns the turns of all plies of the search path, one ply after the other
   * @param priorities theirs, which become their scores
   */
  constructor(board: SearchBoard, turns: Int32Array, priorities: Int32Array, maxPlies: number) {
    this.#board = board
    this.#turns = turns
    this.#scores = priorities
    this.#killers = new Int32Array(2 * maxPlies).fill(NO_TURN)
    this.#kinds = board.turnKinds
    this.#history = new Int32Array(2 * this.#kinds)
  }

  /** Scores the turns from index `at` to `end` for `pickNext`. */
  score(at: number, end: number, ply: number, hashTurn: number): void {
    const turns = this.#turns
    const scores = this.#scores
    const history = this.#history
    const first = this.#killers[2 * ply]!
    const second = this.#killers[2 * ply + 1]!
    const mask = this.#kinds - 1
    const side = (ply & 1) * this.#kinds
    for (let i = at; i < end; i++) {
      const turn = turns[i]!
      if (turn === hashTurn) scores[i] = HASH_TURN_SCORE
      else
        scores[i]! +=
          history[side + (turn & mask)]! +
          (turn === first ? FIRST_KILLER_SCORE : turn === second ? SECOND_KILLER_SCORE : 0)
    }
  }

  /** Swaps the turn with the highest score from index `i` on to `i` and returns it. */
  pickNext(i: number, end: number): number {
    const turns = this.#turns
    const scores = this.#scores
    let best = i
    let most = scores[i]!
    for (let j = i + 1; j < end; j++) {
      if (scores[j]! > most) {
        most = scores[j]!
        best = j
      }
    }
    const turn = turns[best]!
    turns[best] = turns[i]!
    turns[i] = turn
    scores[best] = scores[i]!
    scores[i] = most
    return turn
  }

  recordCutoff(turn: number, depth: number, ply: number): void {
    if (this.#board.isNoisy(turn)) return
    if (this.#killers[2 * ply] !== turn) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply]!
      this.#killers[2 * ply] = turn
    }
    const kind = (ply & 1) * this.#kinds + (turn & (this.#kinds - 1))
    this.#history[kind] = Math.min(MAX_HISTORY, this.#history[kind]! + depth * depth)
  }
}
