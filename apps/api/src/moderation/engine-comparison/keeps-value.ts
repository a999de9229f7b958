import { itemAt } from '@tegenzet/common'
import { type Position, type RuleSet, trustedMove } from '@tegenzet/rules'
import { groupOf, judgeMoves } from '@tegenzet/tables'
import type { DiskTables } from '@tegenzet/tables/node'
import type { Verdict } from './compare-moves.ts'

/**
 * Compares every move of a game with endgame tables. A move agrees if it keeps the value of its position. It counts only if the
 * tables know that value and another move would have lost it.
 * @param positions all of the game, the start position first
 */
export async function keepsValue(
  tables: DiskTables,
  rules: RuleSet,
  positions: readonly Position[],
  moves: readonly string[],
): Promise<Verdict[]> {
  const group = groupOf(rules)
  if (!group) return moves.map(() => 'not-counted')
  const source = tables.source(group)
  const verdicts: Verdict[] = []
  for (const [ply, move] of moves.entries()) {
    const judged = (await judgeMoves(group.rules, source, itemAt(positions, ply))) ?? []
    // the best move is the first
    const value = judged[0]?.value
    const counts = judged.some((other) => other.value !== value)
    const played = judged.find((each) => each.move === trustedMove(move))
    verdicts.push(!counts ? 'not-counted' : played?.value === value ? 'agrees' : 'differs')
  }
  return verdicts
}
