import type { Outcome, RuleSet } from '../src/index.ts'
import { naiveHalmaMoves, naiveHalmaOutcome, naiveHalmaPlay } from './naive-halma.ts'
import { naiveMillMoves, naiveMillOutcome, naiveMillPlay } from './naive-mill.ts'

export const naiveMoves = (rules: RuleSet, position: string): string[] =>
  rules.family === 'mill' ? naiveMillMoves(rules, position) : naiveHalmaMoves(rules, position)

export const naiveOutcome = (rules: RuleSet, position: string): Outcome | null =>
  rules.family === 'mill' ? naiveMillOutcome(rules, position) : naiveHalmaOutcome(rules, position)

export const naivePlay = (rules: RuleSet, position: string, move: string): string =>
  rules.family === 'mill' ? naiveMillPlay(rules, position, move) : naiveHalmaPlay(position, move)

export function naivePerft(rules: RuleSet, position: string, depth: number): number {
  const moves = naiveMoves(rules, position)
  if (depth === 1) return moves.length
  return moves.reduce((sum, move) => sum + naivePerft(rules, naivePlay(rules, position, move), depth - 1), 0)
}
