import { ok, type Result } from '@tegenzet/common'
import type { DrawOffer, Game, OfferTerms } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import type { Change } from '../game/change.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'
import { countFirstMessage, messagesBlocked } from '../messages/messages-blocked.ts'
import { makeOffer, type OffersSoFar, offerOpen, readOffersSoFar } from './make-offer.ts'

interface OfferDraw {
  game: number
  playerId: number
  terms: OfferTerms
  arrivedAt: Date
}

/** Offers a draw without a move, on either turn. */
export async function offerDraw(
  deps: Deps,
  db: Db,
  { game, playerId, terms, arrivedAt: at }: OfferDraw,
): Promise<Result<{ offer: DrawOffer; game: Game }, Refusal>> {
  const writes = terms.message !== undefined
  const done = await onGame(
    db,
    {
      game,
      player: playerId,
      at,
      read: async (db, own) => ({
        blocked: writes ? await messagesBlocked(db, own, at) : null,
        soFar: await readOffersSoFar(deps, db, own.game, terms),
      }),
      first: (_, { blocked }) => blocked ?? undefined,
      ...(writes && { admit: (own) => countFirstMessage(deps, db, own) }),
    },
    (own, { soFar }) => decideOffer(own, soFar, terms, at),
  )
  return done.ok ? ok({ offer: existing(done.value.change).offer, game: done.value.game }) : done
}

export function decideOffer(
  own: OwnGame,
  soFar: OffersSoFar,
  terms: OfferTerms,
  at: Date,
): Decision<Change & { offer: DrawOffer }> {
  const { game } = own
  if (game.drawOffer) return offerOpen(game.drawOffer)
  const made = makeOffer(own, soFar, null, terms, at)
  return made.ok ? ok({ set: { drawOffer: made.value.offer }, ...made.value }) : made
}
