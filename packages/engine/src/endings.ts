/** Exact values of endings, such as those of endgame tables. */
export interface Endings {
  /** No position with more stones is covered. */
  readonly mostStones: number
  /**
   * The plies to the end with best play: odd if the side to move wins, even if it loses; NEVER in a draw, NOT_COVERED if the
   * value is not known. Hands are empty.
   * @param own set of points with stones of the side to move
   * @param enemy the other side's
   */
  pliesToEnd(own: number, enemy: number, ownStones: number, enemyStones: number): number
}

export const NOT_COVERED = -1
export const NEVER = -2
