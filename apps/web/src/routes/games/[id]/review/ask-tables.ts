import type { Position, RuleSetId } from '@tegenzet/rules'
import type { TableValue } from '$lib/analysis/decided-by.ts'
import { api } from '$lib/api/api.ts'

/** Null where no table covers it; `barred` if the position can come up in a running game of the reader. */
export type TableAnswer = TableValue | 'barred' | null

const MAX_POSITIONS = 100

/**
 * Asks the tables for positions. The server leaves out those that stand in a running game of the reader.
 * @throws what the call throws
 */
export async function askTables(rules: RuleSetId, positions: readonly Position[]): Promise<TableAnswer[]> {
  const answers: TableAnswer[] = []
  for (let start = 0; start < positions.length; start += MAX_POSITIONS) {
    const body = { positions: positions.slice(start, start + MAX_POSITIONS), leaveOutRunning: true }
    const { items } = await api.call('probePositions', { params: { rules }, body })
    for (const { leftOut, value, plies } of items)
      answers.push(leftOut ? 'barred' : value === null ? null : { value, plies })
  }
  return answers
}
