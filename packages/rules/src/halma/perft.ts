import { type HalmaState, isOver, moveStone, otherStone } from './state.ts'
import type { HalmaTables, Stone } from './tables.ts'
import { fromOf, generateTurns, toOf } from './turns.ts'

/** The number of sequences of `depth` turns after `ply` plies, with `stone` to move. Restores `state`. */
export function perft(
  tables: HalmaTables,
  state: HalmaState,
  stone: Stone,
  ply: number,
  depth: number,
): number {
  if (depth === 0) return 1
  return countSequences(tables, state, stone, ply, depth, new Int32Array(tables.maxTurns * depth), 0)
}

function countSequences(
  tables: HalmaTables,
  state: HalmaState,
  stone: Stone,
  ply: number,
  depth: number,
  out: Int32Array,
  at: number,
): number {
  if (isOver(tables, state, ply)) return 0
  const end = generateTurns(tables, state.cells, state.stones[stone], out, at)
  if (depth === 1) return end - at
  let total = 0
  for (let i = at; i < end; i++) {
    const from = fromOf(out[i]!)
    const to = toOf(out[i]!)
    moveStone(state, stone, from, to)
    total += countSequences(tables, state, otherStone(stone), ply + 1, depth - 1, out, end)
    moveStone(state, stone, to, from)
  }
  return total
}
