import type { Interval } from '@tegenzet/clocks'
import type { Claim, Game } from '@tegenzet/contract'
import { ok, type Result, type Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import type { NewValues } from '../game/change.ts'
import { changeGame } from '../game/change-game.ts'
import { claimNotFound, claimSettled, readClaim } from '../game/claim-store.ts'
import { charge, isOverdue, resumeClocks, wouldHaveRun } from '../game/clock.ts'
import { ended, leftBy, notAPlayer } from '../game/endings.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { readGame } from '../game/game-store.ts'
import { readOutages } from '../outages/read-outages.ts'

export interface SettleClaim {
  claim: number
  playerId: number
  arrivedAt: Date
}

/** Withdraws one's own open claim. The game goes on, and the time the claim was open is charged to the claimant. */
export async function withdrawClaim(
  tx: Tx,
  { claim: id, playerId, arrivedAt }: SettleClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  for (;;) {
    const claim = await readClaim(tx, id)
    const game = claim && (await readGame(tx, claim.game))
    if (!game) return claimNotFound(id)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (side !== claim.by) return refuse('forbidden', 'Only the claimant can withdraw a claim.')
    if (claim.state !== 'open') return claimSettled(claim)
    if (game.openClaim?.id !== id || !game.turn) continue

    const outages = await readOutages(tx, new Date(claim.createdAt))
    const withdrawn: Claim = { ...claim, state: 'withdrawn', closedAt: arrivedAt.toISOString() }
    const change = afterWithdrawal(game, game.turn, claim, arrivedAt, outages)
    const changed = await changeGame(tx, game, change, arrivedAt, { by: playerId, claim: withdrawn })
    if (changed) return ok({ claim: withdrawn, game: changed })
  }
}

/**
 * The game without the claim. The claimant pays the time that the clock would have spent meanwhile, without days off,
 * vacations and outages. On the opponent's turn it is subtracted from the claimant's next turn.
 */
function afterWithdrawal(
  game: GameRow,
  turn: Side,
  { by: claimant, createdAt }: Claim,
  now: Date,
  outages: Interval[],
): NewValues {
  const unstopped = wouldHaveRun(game, claimant, new Date(createdAt), now, outages)
  const charged = charge(game, claimant, unstopped.spent)
  if (turn === claimant && isOverdue(unstopped, now))
    return ended(charged, leftBy(game, claimant, 'timeout'), now)
  return { ...resumeClocks(charged, turn, now, outages), status: 'active', openClaim: null }
}
