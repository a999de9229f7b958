import { BANK_OFFER_DAYS, type Clock, type DrawOffer } from '@tegenzet/contract'
import type { DrawOfferModel } from '@tegenzet/db'
import { GROUNDS } from '@tegenzet/rules'
import { oneOf } from '../../store/decode.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'

/** A draw offer as the API shows it. */
export function offerView({ ground, numbers, createdAt, expiresAt, ...row }: DrawOfferModel): DrawOffer {
  return {
    id: row.id,
    game: row.gameId,
    by: row.by,
    ply: row.ply,
    state: row.state,
    ...basisOf(ground, numbers),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

function basisOf(ground: string | null, numbers: number[]) {
  if (ground === null) return {}
  const known = oneOf(GROUNDS, ground)
  return known === 'repetition' ? { ground: known, positions: numbers } : { ground: known, plies: numbers }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** An answer may take as long as one move. */
export const expiryOf = (clock: Clock, createdAt: Date): Date =>
  new Date(createdAt.getTime() + DAY_MS * (clock.kind === 'per-move' ? clock.days : BANK_OFFER_DAYS))

/** A game's offers, oldest first. */
export async function readOffers(tx: Tx, gameId: number): Promise<DrawOffer[]> {
  const rows = await tx.drawOffer.findMany({ where: { gameId }, orderBy: { id: 'asc' } })
  return rows.map(offerView)
}

export async function readOffer(tx: Tx, id: number): Promise<DrawOffer | undefined> {
  const row = id > MAX_ID ? null : await tx.drawOffer.findUnique({ where: { id } })
  return row ? offerView(row) : undefined
}
