import type { Position } from '@tegenzet/rules'

/** Rows of stones of Halma, mirrored along the line between the camps: the rows become the columns. */
export function mirroredHalma(rows: string): string {
  const lines = rows.split('/')
  return lines.map((_, n) => lines.map((line) => line[n]).join('')).join('/')
}

const rowsOf = (position: Position): string => position.split(' ', 1)[0]!

/**
 * Whether one of these positions of Halma, or its mirror image, may arise from a position within two plies: each side has
 * moved one stone at most. Whether the stones could jump so far is not asked.
 */
export function mayArise(from: Position, positions: readonly Position[]): boolean {
  const before = rowsOf(from)
  return positions.some((position) => {
    const rows = rowsOf(position)
    return isClose(before, rows) || isClose(before, mirroredHalma(rows))
  })
}

function isClose(before: string, after: string): boolean {
  const left = { w: 0, b: 0 }
  for (let at = 0; at < before.length; at++) {
    const stone = before[at]!
    if ((stone === 'w' || stone === 'b') && after[at] !== stone && ++left[stone] > 1) return false
  }
  return true
}
