import type { DrawOffer, Game, OfferTerms } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { changeGame } from '../game/change-game.ts'
import { gameFrozen, gameNotFound, notAPlayer, tooLate } from '../game/endings.ts'
import { sideOf } from '../game/game.ts'
import { readGame } from '../game/game-store.ts'
import { countFirstMessage, messagesBlocked } from '../messages/messages-blocked.ts'
import { expireOffer } from './expire-offer.ts'
import { makeOffer } from './make-offer.ts'

export interface OfferDraw {
  game: number
  playerId: number
  terms: OfferTerms
  arrivedAt: Date
}

/** Offers a draw without a move, on either turn. Retried like a move if the game changes meanwhile: see `playMove`. */
export async function offerDraw(
  deps: Deps,
  tx: Tx,
  command: OfferDraw,
): Promise<Result<{ offer: DrawOffer; game: Game }, Refusal>> {
  const { playerId, terms, arrivedAt } = command
  let first: Result<undefined, Refusal> | undefined
  for (;;) {
    const game = await readGame(tx, command.game)
    if (!game) return gameNotFound(command.game)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    const writes = terms.message !== undefined
    const blocked = writes && (await messagesBlocked(tx, game, side, arrivedAt))
    if (blocked) return blocked
    if (await expireOffer(tx, game, arrivedAt)) continue
    const late = await tooLate(tx, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed') return gameFrozen
    if (game.drawOffer) return offerOpen(game.drawOffer)

    const newOffer = await makeOffer(tx, game, side, game.ply, terms, arrivedAt)
    if (!newOffer.ok) return newOffer
    // once, however often the game changes meanwhile
    first ??= writes ? await countFirstMessage(deps, tx, game, side) : ok(undefined)
    if (!first.ok) return first
    const { offer } = newOffer.value
    const changed = await changeGame(tx, game, { drawOffer: offer }, arrivedAt, {
      by: playerId,
      ...newOffer.value,
    })
    if (changed) return ok({ offer, game: changed })
  }
}

export const offerOpen = ({ by }: DrawOffer) => refuse('offer-open', `An offer by ${by} is already open.`)
