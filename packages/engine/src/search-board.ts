/** What the rules say about a position, from the view of the side to move. */
export const ONGOING = 0
export const LOST = 1
export const WON = 2
export const DRAWN = 3
export type Status = typeof ONGOING | typeof LOST | typeof WON | typeof DRAWN

/** The plies that a board can remember: the longest search, and after it the longest line of an endgame table. */
export const MAX_LINE = 512

/**
 * A game as the search sees it, with every turn as an integer. In every family a side to move that has no turn has lost. Scores
 * are for the side to move, in hundredths of a stone.
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
  /** The position as the side to move sees it, in two integers: equal for equal positions only, or hardly ever for others. */
  keyLow: number
  keyHigh: number
  /** How many of the last plies could lead back to an earlier position. */
  readonly reversible: number
  /** 0 to 15: tells positions with equal keys apart near the end of a counter, such as that of quiet moves. */
  readonly counter: number
  /** Whether a capture can change the value so much that the search must not stop just before one. */
  readonly isSharp: boolean
  status(): Status
  /** Of an ongoing position, as `Endings` says. */
  pliesToEnd(): number
  /**
   * Writes the turns worth searching into `out` from index `at` on and returns the index after the last. `priorities` says at
   * the same index how early to try it, from 0 to 10,000: higher is earlier.
   */
  turns(out: Int32Array, priorities: Int32Array, at: number): number
  /** The same for all legal turns, in no particular order. */
  allTurns(out: Int32Array, priorities: Int32Array, at: number): number
  /** Whether a turn changes so much that where it was good says nothing about other positions. */
  isNoisy(turn: number): boolean
  /** At most MAX_LINE turns can be played. */
  play(turn: number): void
  /** Undoes the last turn played. */
  undo(): void
  /** The value of an ongoing position. */
  evaluate(): number
  /**
   * The value of the position after a turn, for the side that plays it, without playing it; UNSETTLED if that may end the game
   * or reach a position that is sharp or that endgame tables know.
   */
  evaluateAfter(turn: number): number
}

export const UNSETTLED = 2 ** 30
