import type { MillTables } from './tables.ts'
import { capturedBit, generateTurns, handAfter, movedBits } from './turns.ts'

/**
 * The number of sequences of `depth` turns. `quiet` is the counter of quiet moves, which ends a sequence in games that
 * are drawn by it automatically.
 */
export function perft(
  tables: MillTables,
  own: number,
  enemy: number,
  hand: number,
  enemyHand: number,
  quiet: number,
  depth: number,
): number {
  if (depth === 0) return 1
  const out = new Int32Array(tables.maxTurns * depth)
  return countSequences(tables, own, enemy, hand, enemyHand, quiet, depth, out, 0)
}

function countSequences(
  tables: MillTables,
  own: number,
  enemy: number,
  hand: number,
  enemyHand: number,
  quiet: number,
  depth: number,
  out: Int32Array,
  at: number,
): number {
  if (quiet >= tables.quietLimit) return 0
  const end = generateTurns(tables, own, enemy, hand, enemyHand, out, at)
  if (depth === 1) return end - at
  let total = 0
  for (let i = at; i < end; i++) {
    const turn = out[i]!
    total += countSequences(
      tables,
      enemy ^ capturedBit(tables, turn),
      own ^ movedBits(tables, turn),
      enemyHand,
      handAfter(hand, turn),
      turn & tables.resetFlags ? 0 : quiet + 1,
      depth - 1,
      out,
      end,
    )
  }
  return total
}
