import { ok, type Result } from '@tegenzet/common'
import {
  type Claim,
  type DrawOffer,
  type Message,
  MOVES_BETWEEN_OFFERS,
  type OfferTerms,
} from '@tegenzet/contract'
import {
  type Basis,
  haveSameStones,
  isSameBasis,
  type OfferContext,
  offerRefusals,
  type Position,
  type RuleSet,
  ruleSet,
  type Side,
  sideOfPly,
} from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'
import { readPositions } from '../game/game-positions.ts'
import type { OwnGame } from '../game/on-game.ts'
import { expiryOf, readClaimsOf, readOffers } from './draw-offer-store.ts'

/** What decides whether an offer may be made, with the ids of its rows. */
export interface OffersSoFar {
  offers: readonly DrawOffer[]
  claims: readonly Claim[]
  /** All positions of the game for an offer with a ground, otherwise none. */
  positions: readonly Position[]
  /** Up to how many stones tables prove draws in this game; null: not at all. */
  covered: number | null
  /** `message`: of the offer's own message. */
  ids: { offer: number; message: number }
}

export const readOffersSoFar = async (
  { tables }: Pick<Deps, 'tables'>,
  db: Db,
  { id, rules, rulesRevision, provenDraws }: GameRow,
  { ground }: OfferTerms,
): Promise<OffersSoFar> => ({
  offers: await readOffers(db, id),
  claims: await readClaimsOf(db, id),
  positions: ground ? await readPositions(db, id) : [],
  covered:
    provenDraws && ground === 'proven-draw' ? await tables.covered(ruleSet(rules, rulesRevision)) : null,
  ids: { offer: await nextId(db, 'draw_offers'), message: await nextId(db, 'messages') },
})

export interface MadeOffer {
  offer: DrawOffer
  messages: Message[]
}

/**
 * A new offer and its message. Pure.
 * @param after the position after the move that it comes with; null: it comes without one
 */
export function makeOffer(
  { game, side: by }: OwnGame,
  { offers, claims, positions, covered, ids }: OffersSoFar,
  after: Position | null,
  { message: text, ...basis }: OfferTerms,
  now: Date,
): Result<MadeOffer, Refusal> {
  const rules = ruleSet(game.rules, game.rulesRevision)
  const known = after ? [...positions, after] : positions
  const ply = game.ply + (after ? 1 : 0)
  if (basis.ground) {
    const context: OfferContext = { positions: known, covered, earlier: claims }
    const refusals = offerRefusals(rules, { ...basis, by }, context)
    if (refusals.length > 0)
      return refuse('offer-refused', 'An offer cannot name this ground and these numbers here.', {
        refusals,
      })
  }
  // an offer with a ground that a claim has closed was not answered, so it may be repeated; a withdrawn one may not
  const before = offers
    .filter((offer) => offer.by === by && isSameOffer(rules, known, offer, basis))
    .findLast(
      (offer) => !('ground' in offer) || !claims.some(({ createdAt }) => createdAt === offer.closedAt),
    )
  if (before && basis.ground === 'proven-draw')
    return refuse('offer-repeated', 'You can offer a proven draw again when a stone has been taken.')
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

/** Whether an offer is the same as an earlier one: bare, or of the same ground and numbers, or stones. */
function isSameOffer(
  rules: RuleSet,
  positions: readonly Position[],
  earlier: DrawOffer,
  basis: Basis | { ground?: undefined },
): boolean {
  if (!('ground' in earlier) || !basis.ground) return !('ground' in earlier) && !basis.ground
  if (earlier.ground === 'proven-draw' && basis.ground === 'proven-draw')
    return haveSameStones(rules, positions, earlier.position, basis.position)
  return isSameBasis(earlier, basis)
}

/** How many plies a side played after `from`, up to `to`. */
const movesBetween = (from: number, to: number, side: Side): number =>
  Array.from({ length: to - from }, (_, n) => sideOfPly(from + n + 1)).filter((mover) => mover === side)
    .length
