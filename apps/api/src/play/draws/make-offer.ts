import { ok, type Result } from '@tegenzet/common'
import { type DrawOffer, type Message, MOVES_BETWEEN_OFFERS, type OfferTerms } from '@tegenzet/contract'
import { offerRefusals, ruleSet, type Side, sideOfPly } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'
import type { Own } from '../game/on-game.ts'
import { expiryOf, readClaimTimes, readOffers } from './draw-offer-store.ts'

/** What decides whether an offer may be made, with the ids of its rows. */
export interface OffersSoFar {
  offers: readonly DrawOffer[]
  /** When the game's claims were filed, which closes the open offer. */
  claimedAt: readonly string[]
  /** `message`: of the offer's own message. */
  ids: { offer: number; message: number }
}

export const readOffersSoFar = async (db: Db, { id }: GameRow): Promise<OffersSoFar> => ({
  offers: await readOffers(db, id),
  claimedAt: await readClaimTimes(db, id),
  ids: { offer: await nextId(db, 'draw_offers'), message: await nextId(db, 'messages') },
})

export interface MadeOffer {
  offer: DrawOffer
  messages: Message[]
}

/**
 * A new offer and its message. Pure.
 * @param ply plies played when it is made, including the move it comes with
 */
export function makeOffer(
  { game, side: by }: Own,
  { offers, claimedAt, ids }: OffersSoFar,
  ply: number,
  { message: text, ...basis }: OfferTerms,
  now: Date,
): Result<MadeOffer, Refusal> {
  if (basis.ground) {
    const refusals = offerRefusals(ruleSet(game.rules, game.rulesRevision), basis, ply)
    if (refusals.length > 0)
      return refuse('offer-refused', 'An offer cannot name this ground and these numbers here.', {
        refusals,
      })
  }
  // an offer with a ground that a claim has closed was not answered, so it may be repeated; a withdrawn one may not
  const before = offers
    .filter((offer) => offer.by === by && basisOf(offer) === basisOf(basis))
    .findLast((offer) => !('ground' in offer) || !claimedAt.some((time) => time === offer.closedAt))
  const moves = before ? movesBetween(before.ply, ply, by) : MOVES_BETWEEN_OFFERS
  if (moves < MOVES_BETWEEN_OFFERS)
    return refuse(
      'offer-repeated',
      `You can repeat the same offer after ${MOVES_BETWEEN_OFFERS} moves of your own; you have made ${moves}.`,
    )

  const common = { game: game.id, by, ply, createdAt: now.toISOString() }
  return ok({
    offer: {
      id: ids.offer,
      ...basis,
      ...common,
      state: 'open',
      expiresAt: expiryOf(game.clock, now).toISOString(),
      closedAt: null,
    },
    messages: text ? [{ id: ids.message, ...common, kind: 'offer', offer: ids.offer, text }] : [],
  })
}

export const offerOpen = ({ by }: DrawOffer) => refuse('offer-open', `An offer by ${by} is already open.`)

/** The ground and numbers of an offer, to compare; empty for a bare one. */
const basisOf = (basis: DrawOffer | Omit<OfferTerms, 'message'>): string =>
  'positions' in basis ? `positions ${basis.positions}` : 'plies' in basis ? `plies ${basis.plies}` : ''

/** How many plies a side played after `from`, up to `to`. */
const movesBetween = (from: number, to: number, side: Side): number =>
  Array.from({ length: to - from }, (_, n) => sideOfPly(from + n + 1)).filter((mover) => mover === side)
    .length
