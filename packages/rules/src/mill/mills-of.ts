import type { Position } from '../notation.ts'
import type { MillRules } from '../rule-set.ts'
import { decodeMillPosition } from './position.ts'
import { millTables } from './tables.ts'

/** The closed mills of both sides. */
export function millsOf(rules: MillRules, position: Position): string[][] {
  const { mills } = millTables(rules)
  const { white, black } = decodeMillPosition(rules, position).stones
  return rules.board.mills
    .filter((_, index) => {
      const mill = mills[index]!
      return (white & mill) === mill || (black & mill) === mill
    })
    .map((points) => [...points])
}
