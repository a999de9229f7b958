import { ok, type Result } from '@tegenzet/common'
import type { Claim, Game } from '@tegenzet/contract'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { ended } from '../game/endings.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'
import { claimNotFound, claimSettled, readClaim } from './claim-store.ts'
import type { SettleClaim } from './withdraw-claim.ts'

/** The opponent accepts the draw that a claim offers: the game is drawn by agreement and the claim closed. */
export async function agreeToClaim(
  db: Db,
  { claim: id, playerId: player, arrivedAt: at }: SettleClaim,
): Promise<Result<Game, Refusal>> {
  const known = await readClaim(db, id)
  if (!known) return claimNotFound(id)
  const read = async (db: Db) => existing(await readClaim(db, id))
  const done = await onGame(db, { game: known.game, player, at, in: 'any', read }, (own, claim) =>
    decideAgreeing(own, claim, at),
  )
  return done.ok ? ok(done.value.game) : done
}

export function decideAgreeing({ game, side }: OwnGame, claim: Claim, at: Date): Decision {
  if (side === claim.by) return refuse('forbidden', 'Only the opponent of the claimant can agree to a claim.')
  if (claim.state !== 'open') return claimSettled(claim)
  return ok({ set: ended(game, { winner: null, reason: 'agreement' }, at) })
}
