import { valueAt } from '@tegenzet/common'
import type { Move, Position } from '../notation.ts'
import type { MillRules } from '../rule-set.ts'
import { decodeNotation } from './notation.ts'
import { decodeMillPosition, type MillPosition } from './position.ts'
import { CLOSES_MILL, type MillTables, millTables } from './tables.ts'
import { turnOf } from './turns.ts'

/** A legal move as a turn. */
export function turnIn(tables: MillTables, { stones, side }: MillPosition, move: Move): number {
  const { from, to, captured } = decodeNotation(tables, move)
  const indexOf = (name: string | null) => (name === null ? null : valueAt(tables.indexes, name))
  return turnOf(tables, stones[side], {
    from: indexOf(from),
    to: valueAt(tables.indexes, to),
    captured: indexOf(captured),
  })
}

/** Whether a legal move closes a mill. */
export const closesMillBy = (rules: MillRules, position: Position, move: Move): boolean =>
  (turnIn(millTables(rules), decodeMillPosition(rules, position), move) & CLOSES_MILL) !== 0
