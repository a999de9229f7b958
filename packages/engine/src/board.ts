/** How a position stands for the side to move, by the rules alone. */
export const GOES_ON = 0
export const LOST = 1
export const WON = 2
export const DRAWN = 3
export type Standing = typeof GOES_ON | typeof LOST | typeof WON | typeof DRAWN

/**
 * A game in play, as a search needs it: changed in place, every turn an integer. Whoever is to move and has no turn has
 * lost, in every family. Scores are from the view of the side to move, a hundred for about a stone.
 */
export interface Board {
  /** No position has more turns. */
  readonly mostTurns: number
  /** A power of two: a turn's remainder by it is what its history is kept by. */
  readonly turnKinds: number
  /** Whether a position that stood before is as good as drawn. In a race it is not: who is behind cannot force it. */
  readonly repetitionDraws: boolean
  /** The same position, side to move included, has the same two integers. */
  keyLow: number
  keyHigh: number
  /** 0 to 15: what else the worth of the position rests on, such as a counter that is about to end the game. */
  readonly counter: number
  standing(): Standing
  /** Writes the turns worth searching into `out` from index `at` and returns the index after the last. */
  turns(out: Int32Array, at: number): number
  /** How soon a turn should be looked at, from 0 to 10,000: more is sooner. */
  promise(turn: number): number
  /** Whether a turn is too violent to judge the position before it. */
  isNoisy(turn: number): boolean
  play(turn: number): void
  /** Takes the last turn played back. */
  takeBack(turn: number): void
  evaluate(): number
}
