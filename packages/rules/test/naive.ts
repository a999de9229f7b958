import { type ByFamily, byFamily, type Outcome, type RuleSet } from '../src/index.ts'
import { naiveHalmaMoves, naiveHalmaOutcome, naiveHalmaPlay } from './naive-halma.ts'
import { naiveMillMoves, naiveMillOutcome, naiveMillPlay } from './naive-mill.ts'

/** The rules on position texts, as slow as is obvious. */
interface Naive {
  /** Sorted. */
  moves(position: string): string[]
  outcome(position: string): Outcome | null
  play(position: string, move: string): string
}

export const NAIVE: ByFamily<Naive> = {
  mill: (rules) => ({
    moves: (position) => naiveMillMoves(rules, position),
    outcome: (position) => naiveMillOutcome(rules, position),
    play: (position, move) => naiveMillPlay(rules, position, move),
  }),
  halma: (rules) => ({
    moves: (position) => naiveHalmaMoves(rules, position),
    outcome: (position) => naiveHalmaOutcome(rules, position),
    play: naiveHalmaPlay,
  }),
}

export const naiveMoves = (rules: RuleSet, position: string): string[] =>
  byFamily(rules, NAIVE).moves(position)

export const naiveOutcome = (rules: RuleSet, position: string): Outcome | null =>
  byFamily(rules, NAIVE).outcome(position)

export const naivePlay = (rules: RuleSet, position: string, move: string): string =>
  byFamily(rules, NAIVE).play(position, move)

export function naivePerft(rules: RuleSet, position: string, depth: number): number {
  const moves = naiveMoves(rules, position)
  if (depth === 1) return moves.length
  return moves.reduce((sum, move) => sum + naivePerft(rules, naivePlay(rules, position, move), depth - 1), 0)
}
