import { type DrawOffer, type Message, MOVES_BETWEEN_OFFERS, type OfferTerms } from '@tegenzet/contract'
import { offerRefusals, ok, type Result, ruleSet, type Side, sideOfPly } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Tx } from '../../store/transaction.ts'
import { readClaims } from '../game/claim-store.ts'
import { expiryOf, readOffers } from '../game/draw-offer-store.ts'
import type { GameRow } from '../game/game.ts'

export interface MadeOffer {
  offer: DrawOffer
  messages: Message[]
}

/**
 * Creates a new offer and its message without writing them.
 * @param ply plies played when it is made, including the move it comes with
 */
export async function makeOffer(
  tx: Tx,
  game: GameRow,
  by: Side,
  ply: number,
  { message: text, ...basis }: OfferTerms,
  now: Date,
): Promise<Result<MadeOffer, Refusal>> {
  if (basis.ground) {
    const refusals = offerRefusals(ruleSet(game.rules, game.rulesRevision), basis, ply)
    if (refusals.length > 0)
      return refuse('offer-refused', 'An offer cannot name this ground and these numbers here.', refusals)
  }
  const made = (await readOffers(tx, game.id)).filter(
    (offer) => offer.by === by && basisOf(offer) === basisOf(basis),
  )
  // an offer with a ground that a claim has closed was not answered, so it may be repeated; a withdrawn one may not
  const claims = made.some(({ state }) => state === 'closed')
    ? await readClaims(tx, { where: { gameId: game.id } })
    : []
  const before = made.findLast(
    (offer) => !('ground' in offer) || !claims.some(({ createdAt }) => createdAt === offer.closedAt),
  )
  const moves = before ? movesBetween(before.ply, ply, by) : MOVES_BETWEEN_OFFERS
  if (moves < MOVES_BETWEEN_OFFERS)
    return refuse(
      'offer-repeated',
      `You can repeat the same offer after ${MOVES_BETWEEN_OFFERS} moves of your own; you have made ${moves}.`,
    )

  const id = await nextId(tx, 'draw_offers')
  const common = { game: game.id, by, ply, createdAt: now.toISOString() }
  const expiresAt = expiryOf(now).toISOString()
  const offer: DrawOffer = { id, ...basis, ...common, state: 'open', expiresAt, closedAt: null }
  const messages: Message[] = text
    ? [{ id: await nextId(tx, 'messages'), ...common, kind: 'offer', offer: id, text }]
    : []
  return ok({ offer, messages })
}

/** The ground and numbers of an offer, to compare; empty for a bare one. */
const basisOf = (basis: DrawOffer | Omit<OfferTerms, 'message'>): string =>
  'positions' in basis ? `positions ${basis.positions}` : 'plies' in basis ? `plies ${basis.plies}` : ''

/** How many plies a side played after `from`, up to `to`. */
const movesBetween = (from: number, to: number, side: Side): number =>
  Array.from({ length: to - from }, (_, n) => sideOfPly(from + n + 1)).filter((mover) => mover === side)
    .length
