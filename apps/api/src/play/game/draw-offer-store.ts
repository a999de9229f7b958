import { type DrawOffer, OFFER_EXPIRY_HOURS, type OfferState } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'

/** An instant as the API writes it, in JSON that the database makes. */
const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A draw offer out of `o`, as the API shows one. */
export const OFFER = Prisma.raw(`jsonb_strip_nulls(jsonb_build_object(
    'id', o.id, 'game', o.game_id, 'by', o.by, 'ply', o.ply, 'state', o.state, 'ground', o.ground,
    'positions', CASE WHEN o.ground = 'repetition' THEN o.numbers END,
    'plies', CASE WHEN o.ground = 'quiet-moves' THEN o.numbers END,
    'createdAt', ${instant('o.created_at')},
    'expiresAt', ${instant(`(o.created_at + interval '${OFFER_EXPIRY_HOURS} hours')`)}
  )) || jsonb_build_object('closedAt', ${instant('o.closed_at')})`)

/** A game's offers, oldest first. */
export async function readOffers({ prisma }: Database, gameId: number): Promise<DrawOffer[]> {
  const rows = await prisma.$queryRaw<{ offer: DrawOffer }[]>`
    SELECT ${OFFER} AS offer FROM draw_offers o WHERE o.game_id = ${BigInt(gameId)}::bigint ORDER BY o.id`
  return rows.map(({ offer }) => offer)
}

export async function readOffer({ prisma }: Database, id: number): Promise<DrawOffer | undefined> {
  const [row] = await prisma.$queryRaw<{ offer: DrawOffer }[]>`
    SELECT ${OFFER} AS offer FROM draw_offers o WHERE o.id = ${BigInt(id)}::bigint`
  return row?.offer
}

/** A number for an offer about to be made: drawn first, so that the game's event can show it. */
export async function nextOfferId({ prisma }: Database): Promise<number> {
  const [next] = await prisma.$queryRaw<[{ id: number }]>`SELECT nextval('draw_offers_id_seq')::int AS id`
  return next.id
}

/** The offer that was open becomes what it says: a part of the statement that changes the game. */
export const answeredRow = (id: number, state: OfferState, now: Date) => Prisma.sql`, answered AS (
      UPDATE draw_offers SET state = ${state}::offer_state, closed_at = ${now}::timestamptz
      FROM changed WHERE draw_offers.id = ${id} AND state = 'open' RETURNING draw_offers.id
    )`

/**
 * A new offer: a part of the statement that changes the game.
 * @param answered whether the statement closes another one, which must be done first: one of a game is open
 */
export const offeredRow = (offer: DrawOffer, now: Date, answered: boolean) => Prisma.sql`, offered AS (
      INSERT INTO draw_offers (id, game_id, by, ply, ground, numbers, state, created_at, closed_at)
      SELECT ${offer.id}::int, changed.id, ${offer.by}::side, ${offer.ply}::int, ${groundOf(offer)}, ${numbersOf(offer)}::int[],
        ${offer.state}::offer_state, ${now}::timestamptz, ${offer.closedAt ? now : null}::timestamptz
      FROM changed ${answered ? Prisma.sql`LEFT JOIN answered ON true` : Prisma.empty}
      RETURNING id
    )`

const groundOf = (offer: DrawOffer): string | null => ('ground' in offer ? offer.ground : null)
const numbersOf = (offer: DrawOffer): number[] =>
  'positions' in offer ? offer.positions : 'plies' in offer ? offer.plies : []
