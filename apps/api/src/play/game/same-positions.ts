import { type GamePosition, MAX_SAME_POSITIONS } from '@tegenzet/contract'
import { type PositionKey, type RuleSet, samePositionKey } from '@tegenzet/rules'

/** A position without the numbers of the others that are the same. */
export type PositionRow = Omit<GamePosition, 'sameAs'>

/** Adds to each position the numbers of the earlier ones that are the same. @param positions a game's, from 0 on */
export function withSamePositions(rules: RuleSet, positions: readonly PositionRow[]): GamePosition[] {
  const numbers = new Map<PositionKey, number[]>()
  return positions.map((row) => {
    const key = samePositionKey(rules, row.position)
    const earlier = numbers.get(key) ?? []
    numbers.set(key, [...earlier, row.ply].slice(-MAX_SAME_POSITIONS))
    return { ...row, sameAs: earlier }
  })
}
