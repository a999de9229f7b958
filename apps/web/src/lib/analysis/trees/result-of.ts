import type { GameResult } from '@tegenzet/records'
import type { Outcome } from '@tegenzet/rules'

/** How a record writes the outcome of a game. */
export function resultOf({ winner, reason }: Outcome): GameResult {
  if (reason === 'cancelled') return '*'
  return winner === null ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1'
}
