import type { Proved, TableValue } from '@tegenzet/contract'
import { opponent, type Position, sideOfPly, sideToMove } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { formatWin } from '$lib/analysis/format-win.ts'

/** What endgame tables say of a position. */
export function formatExact({ value, plies }: TableValue, position: Position): string {
  if (plies === null) return m.admin_review_exact_draw()
  const mover = sideToMove(position)
  return formatWin(value === 'win' ? mover : opponent(mover), plies)
}

/** What the table said of the position number `n` of a claim. Nothing about the distance, which is not kept. */
export function formatProved(value: Proved['value'], n: number): string {
  if (value === 'draw') return m.admin_review_exact_draw()
  const mover = sideOfPly(n + 1)
  const winner = value === 'win' ? mover : opponent(mover)
  return winner === 'white' ? m.admin_review_proved_white() : m.admin_review_proved_black()
}
