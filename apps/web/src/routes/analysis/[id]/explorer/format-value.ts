import type { TableValue } from '@tegenzet/contract'
import { opponent, type Side } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { formatWin } from '$lib/analysis/format-win.ts'

/** An exact value: "White wins in 5 moves". @param side to move */
export function formatValue({ value, plies }: Pick<TableValue, 'value' | 'plies'>, side: Side): string {
  if (value === 'win') return formatWin(side, plies ?? 0)
  if (value === 'loss') return formatWin(opponent(side), plies ?? 0)
  return m.analysis_table_draw()
}
