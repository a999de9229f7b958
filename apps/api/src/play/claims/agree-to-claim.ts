import type { Game } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { changeGame } from '../game/change-game.ts'
import { claimNotFound, claimSettled, readClaim } from '../game/claim-store.ts'
import { ended, notAPlayer } from '../game/endings.ts'
import { sideOf } from '../game/game.ts'
import { readGame } from '../game/game-store.ts'
import type { SettleClaim } from './withdraw-claim.ts'

/** The opponent accepts the draw that a claim offers: the game is drawn by agreement and the claim closed. */
export async function agreeToClaim(
  tx: Tx,
  { claim: id, playerId, arrivedAt }: SettleClaim,
): Promise<Result<Game, Refusal>> {
  for (;;) {
    const claim = await readClaim(tx, id)
    const game = claim && (await readGame(tx, claim.game))
    if (!game) return claimNotFound(id)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (side === claim.by)
      return refuse('forbidden', 'Only the opponent of the claimant can agree to a claim.')
    if (claim.state !== 'open') return claimSettled(claim)
    if (game.openClaim?.id !== id) continue

    const change = ended(game, { winner: null, reason: 'agreement' }, arrivedAt)
    const changed = await changeGame(tx, game, change, arrivedAt, { by: playerId })
    if (changed) return ok(changed)
  }
}
