import type { Position, RuleSetId } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'

/**
 * Asks about a position before anything else does: whether tables cover it, and whether it is of a running game of the
 * reader, and so left out. Other calls refuse such a position, which would be an error on the console.
 */
export async function probe(rules: RuleSetId, position: Position, signal: AbortSignal) {
  const body = { positions: [position], leaveOutRunning: true }
  const { items } = await api.call('probePositions', { params: { rules }, body, signal })
  return items[0]
}
