import type { Interval } from '@tegenzet/clocks'
import type { Claim, Game } from '@tegenzet/contract'
import { ok, type Result, type Side } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { changeGame, type GameChange } from '../game/change-game.ts'
import { claimNotFound, claimSettled, readClaim } from '../game/claim-store.ts'
import { charge, isOverdue, resumeClocks, wouldHaveRun } from '../game/clock.ts'
import { ended, leftBy, notAPlayer } from '../game/endings.ts'
import { type GameRow, readGame, sideOf } from '../game/game-store.ts'
import { readOutages } from '../outages/read-outages.ts'

export interface SettleClaim {
  claim: number
  playerId: number
  arrivedAt: Date
}

/** Withdraws one's own open claim: the game goes on, and the time the claim was open is charged to the claimant. */
export async function withdrawClaim(
  deps: Deps,
  { claim: id, playerId, arrivedAt }: SettleClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  for (;;) {
    const claim = await readClaim(deps.database, id)
    const game = claim && (await readGame(deps.database, claim.game))
    if (!game) return claimNotFound(id)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (side !== claim.by) return refuse('forbidden', 'Only who made a claim withdraws it.')
    if (claim.state !== 'open') return claimSettled(claim)
    if (game.openClaim?.id !== id || !game.turn) continue

    const outages = await readOutages(deps.database, new Date(claim.createdAt))
    const withdrawn: Claim = { ...claim, state: 'withdrawn', closedAt: arrivedAt.toISOString() }
    const change = afterWithdrawal(game, game.turn, claim, arrivedAt, outages)
    const changed = await changeGame(deps, game, change, arrivedAt, { by: playerId, claim: withdrawn })
    if (changed) return ok({ claim: withdrawn, game: changed })
  }
}

/**
 * The game without the claim. What its time costs is taken from the claimant's turn, as though the clock had run all the
 * while, and that is but outside days off, vacations and outages; where the opponent is to move, from the claimant's next
 * turn.
 */
function afterWithdrawal(
  game: GameRow,
  turn: Side,
  { by: claimant, createdAt }: Claim,
  now: Date,
  outages: Interval[],
): GameChange {
  const lost = wouldHaveRun(game, claimant, new Date(createdAt), now, outages)
  const charged = charge(game, claimant, lost.spent)
  if (turn === claimant && isOverdue(lost, now)) return ended(charged, leftBy(game, claimant, 'timeout'), now)
  return { ...resumeClocks(charged, turn, now, outages), status: 'active', openClaim: null }
}
