import { type Claim, type DrawOffer, evidenceSchema, type Message, type Proved } from '@tegenzet/contract'
import type { ClaimModel, DrawOfferModel } from '@tegenzet/db'
import { basisOf, GROUNDS, numbersOf, trustedMove } from '@tegenzet/rules'
import { oneOf } from '../../store/decode.ts'
import type { RecordOf } from '../../store/recordset.ts'

// Rows that are written together with a game, and what they are read as.

export const OFFER = {
  id: 'int',
  by: 'side',
  ply: 'int',
  ground: 'text',
  numbers: 'int[]',
  state: 'offer_state',
  expires_at: 'timestamptz',
  closed_at: 'timestamptz',
} as const
export const offerRow = (offer: DrawOffer): RecordOf<typeof OFFER> => ({
  id: offer.id,
  by: offer.by,
  ply: offer.ply,
  ground: 'ground' in offer ? offer.ground : null,
  numbers: 'ground' in offer ? [...numbersOf(offer)] : [],
  state: offer.state,
  expires_at: new Date(offer.expiresAt),
  closed_at: offer.closedAt === null ? null : new Date(offer.closedAt),
})

/** A draw offer as the API shows it. */
export function offerView({ ground, numbers, createdAt, expiresAt, ...row }: DrawOfferModel): DrawOffer {
  return {
    id: row.id,
    game: row.gameId,
    by: row.by,
    ply: row.ply,
    state: row.state,
    ...(ground !== null && basisOf(oneOf(GROUNDS, ground), numbers)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

export const CLAIM = {
  id: 'int',
  by: 'side',
  claimant_id: 'int',
  ply: 'int',
  ground: 'text',
  numbers: 'int[]',
  intended_move: 'text',
  offer_id: 'int',
  text: 'text',
  evidence: 'jsonb',
  state: 'claim_state',
  proof: 'jsonb',
  ruling: 'text',
} as const

/** @param proof of a claim that is ruled on as it is filed */
export const claimRow = (claim: Claim, claimantId: number, proof?: Proved): RecordOf<typeof CLAIM> => ({
  id: claim.id,
  by: claim.by,
  claimant_id: claimantId,
  ply: claim.ply,
  ground: claim.ground,
  numbers: [...numbersOf(claim)],
  intended_move: claim.intendedMove,
  offer_id: claim.offer,
  text: claim.text,
  evidence: claim.evidence,
  state: claim.state,
  proof: proof ?? null,
  ruling: claim.verdict?.reason ?? null,
})

/** A claim without its verdict, as the API shows it. */
export function claimView(row: ClaimModel): Claim {
  return {
    id: row.id,
    game: row.gameId,
    by: row.by,
    ply: row.ply,
    ...basisOf(oneOf(GROUNDS, row.ground), row.numbers),
    intendedMove: row.intendedMove === null ? null : trustedMove(row.intendedMove),
    offer: row.offerId,
    text: row.text,
    evidence: evidenceSchema.parse(row.evidence),
    state: row.state,
    verdict: null,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

export const MESSAGE = {
  id: 'int',
  by: 'side',
  ply: 'int',
  kind: 'message_kind',
  offer_id: 'int',
  days: 'int',
  text: 'text',
} as const
export const messageRow = ({ id, by, ply, kind, offer, days, text }: Message): RecordOf<typeof MESSAGE> => ({
  id,
  by,
  ply,
  kind: kind === 'gift' ? 'talk' : kind,
  offer_id: offer,
  days: days ?? null,
  text,
})
