import type { Interval } from '@tegenzet/clocks'
import { ok, type Result } from '@tegenzet/common'
import type { Claim, Game } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import type { Change, NewValues } from '../game/change.ts'
import { charge, hasTimedOut, isOverdue, readClocks, resumeClocks, wouldHaveRun } from '../game/clock.ts'
import { ended, leftBy } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'
import { readOutages } from '../outages/read-outages.ts'
import { claimNotFound, claimSettled, readClaim } from './claim-store.ts'

export interface SettleClaim {
  claim: number
  playerId: number
  arrivedAt: Date
}

/** Withdraws one's own open claim. The game goes on, and the time the claim was open is charged to the claimant. */
export async function withdrawClaim(
  db: Db,
  { claim: id, playerId: player, arrivedAt: at }: SettleClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  const known = await readClaim(db, id)
  if (!known) return claimNotFound(id)
  const read = async (db: Db) => ({
    claim: existing(await readClaim(db, id)),
    outages: await readOutages(db, new Date(known.createdAt)),
  })
  const done = await onGame(
    db,
    { game: known.game, player, at, in: 'any', read },
    (own, { claim, outages }) => decideWithdrawing(own, claim, at, outages),
  )
  return done.ok ? ok({ claim: existing(done.value.change).claim, game: done.value.game }) : done
}

/** @param outages since the claim was filed */
export function decideWithdrawing(
  { game, side }: OwnGame,
  claim: Claim,
  at: Date,
  outages: Interval[],
): Decision<Change & { claim: Claim }> {
  if (side !== claim.by) return refuse('forbidden', 'Only the claimant can withdraw a claim.')
  if (claim.state !== 'open' || !game.turn) return claimSettled(claim)
  return ok({
    set: afterWithdrawal(game, game.turn, claim, at, outages),
    claim: { ...claim, state: 'withdrawn', closedAt: at.toISOString() },
  })
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
  if (turn === claimant && isOverdue(unstopped, now)) {
    const late = { ...charged, clockSince: now, deadline: unstopped.deadline }
    if (hasTimedOut(late, now)) return ended(charged, leftBy(game, claimant, 'timeout'), now)
    return { ...readClocks(late, now), status: 'active', openClaim: null }
  }
  return { ...resumeClocks(charged, turn, now, outages), status: 'active', openClaim: null }
}
