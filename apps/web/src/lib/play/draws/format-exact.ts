import type { TableValue } from '@tegenzet/contract'
import { opponent, type Position, sideToMove } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

/** What endgame tables say of a position. */
export function formatExact({ value, plies }: TableValue, position: Position): string {
  if (plies === null) return m.admin_review_exact_draw()
  const mover = sideToMove(position)
  const winner = value === 'win' ? mover : opponent(mover)
  return winner === 'white' ? m.admin_review_exact_white({ plies }) : m.admin_review_exact_black({ plies })
}
