import { type DrawOffer, OFFER_EXPIRY_HOURS, type OfferState } from '@tegenzet/contract'
import { type DrawOfferModel, Prisma } from '@tegenzet/db'
import { GROUNDS } from '@tegenzet/rules'
import { oneOf } from '../../store/decode.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'

/** A draw offer as the API shows it. */
export function offerView({ ground, numbers, createdAt, ...row }: DrawOfferModel): DrawOffer {
  return {
    id: row.id,
    game: row.gameId,
    by: row.by,
    ply: row.ply,
    state: row.state,
    ...basisOf(ground, numbers),
    createdAt: createdAt.toISOString(),
    expiresAt: expiryOf(createdAt).toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

function basisOf(ground: string | null, numbers: number[]) {
  if (ground === null) return {}
  const known = oneOf(GROUNDS, ground)
  return known === 'repetition' ? { ground: known, positions: numbers } : { ground: known, plies: numbers }
}

export const expiryOf = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + OFFER_EXPIRY_HOURS * 60 * 60 * 1000)

/** A game's offers, oldest first. */
export async function readOffers(tx: Tx, gameId: number): Promise<DrawOffer[]> {
  const rows = await tx.drawOffer.findMany({ where: { gameId }, orderBy: { id: 'asc' } })
  return rows.map(offerView)
}

export async function readOffer(tx: Tx, id: number): Promise<DrawOffer | undefined> {
  const row = id > MAX_ID ? null : await tx.drawOffer.findUnique({ where: { id } })
  return row ? offerView(row) : undefined
}

/** Settles the open offer, as a part of the statement that changes the game. */
export const settledOffer = (id: number, state: OfferState, now: Date) => Prisma.sql`, settled_offer AS (
      UPDATE draw_offers SET state = ${state}::offer_state, closed_at = ${now}::timestamptz
      FROM changed WHERE draw_offers.id = ${id} AND state = 'open' RETURNING draw_offers.id
    )`

/**
 * Inserts an offer, as a part of the statement that changes the game.
 * @param settles whether the statement also settles the open offer, which must come first: a game has one open offer
 */
export const newOffer = (offer: DrawOffer, now: Date, settles: boolean) => Prisma.sql`, new_offer AS (
      INSERT INTO draw_offers (id, game_id, by, ply, ground, numbers, state, created_at, closed_at)
      SELECT ${offer.id}::int, changed.id, ${offer.by}::side, ${offer.ply}::int, ${groundOf(offer)}, ${numbersOf(offer)}::int[],
        ${offer.state}::offer_state, ${now}::timestamptz, ${offer.closedAt ? now : null}::timestamptz
      FROM changed ${settles ? Prisma.sql`LEFT JOIN settled_offer ON true` : Prisma.empty}
      RETURNING id
    )`

const groundOf = (offer: DrawOffer): string | null => ('ground' in offer ? offer.ground : null)
const numbersOf = (offer: DrawOffer): number[] =>
  'positions' in offer ? offer.positions : 'plies' in offer ? offer.plies : []
