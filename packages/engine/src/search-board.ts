/** What the rules say about a position, from the view of the side to move. */
export const ONGOING = 0
export const LOST = 1
export const WON = 2
export const DRAWN = 3
export type Status = typeof ONGOING | typeof LOST | typeof WON | typeof DRAWN

/**
 * A game as the search sees it: changed in place, with every turn as an integer. In every family a side to move that
 * has no turn has lost. Scores are for the side to move, in hundredths of a stone.
 */
export interface SearchBoard {
  /** An upper bound of the turns in any position. */
  readonly maxTurns: number
  /** A power of two: the history heuristic keeps one value for all turns with the same remainder by it. */
  readonly turnKinds: number
  /**
   * Whether the search scores a repeated position as a draw. In a race it does not: the side behind cannot force one.
   */
  readonly repetitionDraws: boolean
  /** The hash of the position, side to move included, in two integers. */
  keyLow: number
  keyHigh: number
  /** 0 to 15: tells positions with equal keys apart near the end of a counter, such as that of quiet moves. */
  readonly counter: number
  status(): Status
  /** Of an ongoing position, as `Endings` says. */
  pliesToEnd(): number
  /** Writes the turns worth searching into `out` from index `at` on and returns the index after the last. */
  turns(out: Int32Array, at: number): number
  /** The same for all legal turns, in no particular order. */
  allTurns(out: Int32Array, at: number): number
  /** How early the search should try a turn, from 0 to 10,000: higher is earlier. */
  priority(turn: number): number
  /** Whether a turn must be played out before the position can be evaluated (quiescence search). */
  isNoisy(turn: number): boolean
  play(turn: number): void
  /** Undoes the last turn played. */
  undo(turn: number): void
  evaluate(): number
}
