import type { Move, Outcome, Position, RuleSet, Side } from '@tegenzet/rules'

/** What the engine or a table says of a position, for the side to move. */
export interface Evaluation {
  /** Hundredths of a stone. */
  score: number
  /** In how many plies the side to move wins; negative if it loses, null if neither is seen. */
  decidedIn: number | null
  /** The expected moves, the best one first. */
  line: Move[]
  /** A table says it, and not a search. */
  isExact: boolean
}

/** A game as it was played, with an evaluation of each position; null where there is none. */
export interface EvaluatedGame {
  rules: RuleSet
  positions: readonly Position[]
  moves: readonly Move[]
  evaluations: readonly (Evaluation | null)[]
}

/** How a difference in stones turns into winning chances: a stone more wins three games of five. */
const STEEPNESS = 0.004

/** The winning chances of the side to move, from 0 to 1; a draw is a half. */
export function chanceOf({ score, decidedIn }: Pick<Evaluation, 'score' | 'decidedIn'>): number {
  if (decidedIn !== null) return decidedIn > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-STEEPNESS * score))
}

/** The winning chances of a side in a game that is over. */
export function chanceAtEnd({ winner }: Outcome, side: Side): number {
  if (winner === null) return 0.5
  return winner === side ? 1 : 0
}
