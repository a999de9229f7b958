import { ApiError } from '@tegenzet/client'
import type { Position, RuleSetId } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'

/** What a table says of a position, for the side to move. */
export interface TableValue {
  value: 'win' | 'loss' | 'draw'
  plies: number | null
}

/** Null where no table covers it; `barred` if the position can come up in a running game of the reader. */
export type TableAnswer = TableValue | 'barred' | null

/** In how many plies the side to move wins; negative if it loses, null for a draw. */
export function decidedBy({ value, plies }: TableValue): number | null {
  if (value === 'draw') return null
  return value === 'win' ? (plies ?? 0) : -(plies ?? 0)
}

const MAX_POSITIONS = 100

/**
 * Asks the tables for positions. The server refuses all of a call if one of them stands in a running game of the reader,
 * so that the calls are halved until those are found.
 * @throws what the call throws otherwise
 */
export async function askTables(rules: RuleSetId, positions: readonly Position[]): Promise<TableAnswer[]> {
  if (positions.length > MAX_POSITIONS) return halved(rules, positions)
  try {
    const body = { positions: [...positions] }
    const { items } = await api.call('probePositions', { params: { rules }, body })
    return items.map(({ value, plies }) => (value === null ? null : { value, plies }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'game-running') throw error
    return positions.length === 1 ? ['barred'] : halved(rules, positions)
  }
}

async function halved(rules: RuleSetId, positions: readonly Position[]): Promise<TableAnswer[]> {
  const half = Math.ceil(positions.length / 2)
  return [
    ...(await askTables(rules, positions.slice(0, half))),
    ...(await askTables(rules, positions.slice(half))),
  ]
}
