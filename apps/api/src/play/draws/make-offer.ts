import {
  type DrawOffer,
  type Message,
  MOVES_BETWEEN_OFFERS,
  OFFER_EXPIRY_HOURS,
  type OfferTerms,
} from '@tegenzet/contract'
import { offerRefusals, ok, type Result, ruleSet, type Side, sideOfPly } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextOfferId, readOffers } from '../game/draw-offer-store.ts'
import type { GameRow } from '../game/game-store.ts'
import { nextMessageId } from '../game/message-store.ts'

export interface MadeOffer {
  offer: DrawOffer
  messages: Message[]
}

/**
 * An offer about to be written, with the words that go with it.
 * @param ply plies played when it is made, the move it comes with included
 */
export async function makeOffer(
  deps: Deps,
  game: GameRow,
  by: Side,
  ply: number,
  { message: text, ...basis }: OfferTerms,
  now: Date,
): Promise<Result<MadeOffer, Refusal>> {
  const { database } = deps
  if (basis.ground) {
    const refusals = offerRefusals(ruleSet(game.rules, game.rulesRevision), basis, ply)
    if (refusals.length > 0)
      return refuse('offer-refused', 'An offer cannot name this ground and these numbers here.', refusals)
  }
  const before = (await readOffers(database, game.id)).findLast(
    // an offer that a claim closed was not answered: its ground may be offered again
    (offer) =>
      offer.by === by &&
      basisOf(offer) === basisOf(basis) &&
      (!('ground' in offer) || offer.state !== 'closed'),
  )
  const moves = before ? movesBetween(before.ply, ply, by) : MOVES_BETWEEN_OFFERS
  if (moves < MOVES_BETWEEN_OFFERS)
    return refuse(
      'offer-repeated',
      `The same offer may be made again after ${MOVES_BETWEEN_OFFERS} moves of yours; there have been ${moves}.`,
    )

  const id = await nextOfferId(database)
  const common = { game: game.id, by, ply, createdAt: now.toISOString() }
  const expiresAt = new Date(now.getTime() + OFFER_EXPIRY_HOURS * 60 * 60 * 1000).toISOString()
  const offer: DrawOffer = { id, ...basis, ...common, state: 'open', expiresAt, closedAt: null }
  const messages: Message[] = text
    ? [{ id: await nextMessageId(database), ...common, kind: 'offer', offer: id, text }]
    : []
  return ok({ offer, messages })
}

/** What an offer rests on, to compare; a bare one rests on nothing. */
const basisOf = (basis: DrawOffer | Omit<OfferTerms, 'message'>): string =>
  'positions' in basis ? `positions ${basis.positions}` : 'plies' in basis ? `plies ${basis.plies}` : ''

/** The plies after `from`, up to `to`, that a side played. */
const movesBetween = (from: number, to: number, side: Side): number =>
  Array.from({ length: to - from }, (_, n) => sideOfPly(from + n + 1)).filter((mover) => mover === side)
    .length
