import type { Position } from '@tegenzet/rules'
import { mirroredRows } from '@tegenzet/rules/halma'

const rowsOf = (position: Position): string => position.slice(0, position.indexOf(' '))

/**
 * Whether one of these positions of Halma, or its mirror image, may arise from a position within two plies: each side has
 * moved one stone at most. Whether the stones could jump so far is not asked.
 */
export function mayArise(from: Position, positions: readonly Position[]): boolean {
  const before = rowsOf(from)
  return positions.some((position) => {
    const rows = rowsOf(position)
    return isClose(before, rows) || isClose(before, mirroredRows(rows))
  })
}

function isClose(before: string, after: string): boolean {
  const left = { w: 0, b: 0 }
  for (let at = 0; at < before.length; at++) {
    const stone = before[at]
    if ((stone === 'w' || stone === 'b') && after[at] !== stone && ++left[stone] > 1) return false
  }
  return true
}
