import type { MillRules } from '../rule-set.ts'
import { millGame } from './engine.ts'
import { readMillPosition } from './position.ts'

/** The mills that either side has closed in a position. */
export function millsOf(rules: MillRules, position: string): string[][] {
  const { mills } = millGame(rules)
  const { white, black } = readMillPosition(rules, position).stones
  return rules.board.mills
    .filter((_, index) => {
      const mill = mills[index]!
      return (white & mill) === mill || (black & mill) === mill
    })
    .map((points) => [...points])
}
