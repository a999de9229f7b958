import type { DrawOffer, Game, OfferTerms } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { changeGame } from '../game/change-game.ts'
import { gameFrozen, gameNotFound, notAPlayer, tooLate } from '../game/endings.ts'
import { readGame, sideOf } from '../game/game-store.ts'
import { wordsRefused } from '../messages/messages-refused.ts'
import { expireOffer } from './expire-offer.ts'
import { makeOffer } from './make-offer.ts'

export interface OfferDraw {
  game: number
  playerId: number
  terms: OfferTerms
  arrivedAt: Date
}

/** Offers a draw without a move, on turn or not. Conditional as a move is: see `playMove`. */
export async function offerDraw(
  deps: Deps,
  command: OfferDraw,
): Promise<Result<{ offer: DrawOffer; game: Game }, Refusal>> {
  const { playerId, terms, arrivedAt } = command
  for (;;) {
    const game = await readGame(deps.database, command.game)
    if (!game) return gameNotFound(command.game)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    const refused = terms.message !== undefined && (await wordsRefused(deps, game, side))
    if (refused) return refused
    if (await expireOffer(deps, game, arrivedAt)) continue
    const late = await tooLate(deps, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed') return gameFrozen
    if (game.drawOffer) return offerOpen(game.drawOffer)

    const made = await makeOffer(deps, game, side, game.ply, terms, arrivedAt)
    if (!made.ok) return made
    const { offer } = made.value
    const changed = await changeGame(deps, game, { drawOffer: offer }, arrivedAt, {
      by: playerId,
      ...made.value,
    })
    if (changed) return ok({ offer, game: changed })
  }
}

export const offerOpen = ({ by }: DrawOffer) =>
  refuse('offer-open', `An offer of ${by}’s is open: one at a time.`)
