import type { MillRules } from '@tegenzet/rules'
import { capturedBit, count, generateTurns, millTables, movedBits } from '@tegenzet/rules/mill'

/**
 * A depth-first search that knows nothing of tables: in how many plies the game ends with best play, odd if the side to move
 * wins and even if it loses. Null if it does not end within `depth` plies.
 */
export function searchPlies(rules: MillRules, own: number, enemy: number, depth: number): number | null {
  for (let plies = 0; plies <= depth; plies++) {
    const ends = plies % 2 === 0 ? losesWithin : winsWithin
    if (ends(rules, own, enemy, plies)) return plies
  }
  return null
}

function winsWithin(rules: MillRules, own: number, enemy: number, plies: number): boolean {
  if (plies < 1 || count(own) < 3) return false
  return repliesOf(rules, own, enemy).some(([next, moved]) => losesWithin(rules, next, moved, plies - 1))
}

function losesWithin(rules: MillRules, own: number, enemy: number, plies: number): boolean {
  if (count(own) < 3) return true
  const replies = repliesOf(rules, own, enemy)
  if (plies < 2) return replies.length === 0
  return replies.every(([next, moved]) => winsWithin(rules, next, moved, plies - 1))
}

/** The positions after each move, as the stones of the side that is then to move and the other's. */
function repliesOf(rules: MillRules, own: number, enemy: number): [number, number][] {
  const tables = millTables(rules)
  const out = new Int32Array(tables.maxTurns)
  const end = generateTurns(tables, own, enemy, 0, 0, out, 0)
  return [...out.subarray(0, end)].map((turn) => [
    enemy ^ capturedBit(tables, turn),
    own ^ movedBits(tables, turn),
  ])
}
