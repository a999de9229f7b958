import type { Position, RuleSet } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import { type Refused, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { gameOfPlayer } from './running-games.ts'

/**
 * Refuses help with positions that stand in a running game of the caller, or can arise from one within two plies. Callers
 * without a session or token are not refused: this only keeps honest people honest.
 */
export async function refuseRunning(
  tx: Tx,
  caller: Caller | null,
  rules: RuleSet,
  positions: readonly Position[],
): Promise<Refused | null> {
  if (!caller || positions.length === 0) return null
  const game = await gameOfPlayer(tx, caller.playerId, rules, positions)
  return game === null
    ? null
    : refuse(
        'game-running',
        `Your game ${game} is still running. You can look at this position when it is over.`,
      )
}
