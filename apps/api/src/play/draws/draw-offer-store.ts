import { BANK_OFFER_DAYS, type Claim, type Clock, type DrawOffer } from '@tegenzet/contract'
import { MAX_ID } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { claimView, offerView } from '../game/rows-of-change.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An answer may take as long as one move. */
export const expiryOf = (clock: Clock, createdAt: Date): Date =>
  new Date(createdAt.getTime() + DAY_MS * (clock.kind === 'per-move' ? clock.days : BANK_OFFER_DAYS))

/** A game's offers, oldest first. */
export async function readOffers(db: Db, gameId: number): Promise<DrawOffer[]> {
  const rows = await db.drawOffer.findMany({ where: { gameId }, orderBy: { id: 'asc' } })
  return rows.map(offerView)
}

export async function readOffer(db: Db, id: number): Promise<DrawOffer | undefined> {
  const row = id > MAX_ID ? null : await db.drawOffer.findUnique({ where: { id } })
  return row ? offerView(row) : undefined
}

/** A game's claims without their verdicts, oldest first. */
export async function readClaimsOf(db: Db, gameId: number): Promise<Claim[]> {
  const rows = await db.claim.findMany({ where: { gameId }, orderBy: { id: 'asc' } })
  return rows.map(claimView)
}
