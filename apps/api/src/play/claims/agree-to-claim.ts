import type { Game } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { changeGame } from '../game/change-game.ts'
import { claimNotFound, claimSettled, readClaim } from '../game/claim-store.ts'
import { ended, notAPlayer } from '../game/endings.ts'
import { readGame, sideOf } from '../game/game-store.ts'
import type { SettleClaim } from './withdraw-claim.ts'

/** The claimant's opponent takes the claim for the draw offer that it is: drawn by agreement, the claim closed. */
export async function agreeToClaim(
  deps: Deps,
  { claim: id, playerId, arrivedAt }: SettleClaim,
): Promise<Result<Game, Refusal>> {
  for (;;) {
    const claim = await readClaim(deps.database, id)
    const game = claim && (await readGame(deps.database, claim.game))
    if (!game) return claimNotFound(id)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (side === claim.by) return refuse('forbidden', 'The opponent agrees to a claim, not who made it.')
    if (claim.state !== 'open') return claimSettled(claim)
    if (game.openClaim?.id !== id) continue

    const change = ended(game, { winner: null, reason: 'agreement' }, arrivedAt)
    const changed = await changeGame(deps, game, change, arrivedAt, { by: playerId })
    if (changed) return ok(changed)
  }
}
