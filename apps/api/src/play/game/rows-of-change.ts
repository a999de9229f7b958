import type { Claim, DrawOffer, Message } from '@tegenzet/contract'
import type { RecordOf } from '../../store/recordset.ts'
import type { Change } from './change.ts'
import { remainingOf } from './clock.ts'
import type { GameRow } from './game.ts'

// The rows that `writeGames` hands to its statement: one for each game.

export const GAME = {
  id: 'int',
  version: 'int',
  status: 'game_status',
  turn: 'side',
  ply: 'int',
  position: 'text',
  last_move: 'text',
  clock_since: 'timestamptz',
  deadline: 'timestamptz',
  white_remaining_ms: 'bigint',
  black_remaining_ms: 'bigint',
  turn_ms: 'bigint',
  winner: 'side',
  reason: 'text',
  assisted: 'boolean',
  ended_at: 'timestamptz',
  ends: 'boolean',
  at: 'timestamptz',
  by: 'int',
  credential: 'text',
  white_name: 'text',
  black_name: 'text',
  move: 'text',
  settled_offer: 'int',
  settled_as: 'offer_state',
  offer: 'jsonb',
  claim: 'jsonb',
  messages: 'jsonb',
} as const

/** A change as its row. */
export interface RowSource {
  before: GameRow
  /** The game after the change. */
  row: GameRow
  change: Change
  /** The new claim, or the one that is settled. */
  claim: Claim | undefined
  credential?: string
  by: number | null
  at: Date
}

export function rowOf(source: RowSource): RecordOf<typeof GAME> {
  const { before, row, change, claim, credential = null, by, at } = source
  const { played, offer, messages, offerBecomes = 'closed' } = change
  const settled = before.drawOffer && before.drawOffer.id !== row.drawOffer?.id ? before.drawOffer : null
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    turn: row.turn,
    ply: row.ply,
    position: row.position,
    last_move: row.lastMove,
    clock_since: row.clockSince,
    deadline: row.deadline,
    white_remaining_ms: row.whiteRemainingMs,
    black_remaining_ms: row.blackRemainingMs,
    turn_ms: timeOfNewTurn(before, row),
    winner: row.winner,
    reason: row.reason,
    assisted: row.assisted,
    ended_at: row.endedAt,
    ends: isOver(row) && !isOver(before) ? true : null,
    at,
    by,
    credential,
    white_name: row.white.username,
    black_name: row.black.username,
    move: played?.move ?? null,
    settled_offer: settled?.id ?? null,
    settled_as: settled && offerBecomes,
    offer: offer ? offerRow(offer) : null,
    claim: claim ? claimRow(claim, row[claim.by].id) : null,
    messages: messages && messages.length > 0 ? messages.map(messageRow) : null,
  }
}

const isOver = ({ status }: GameRow): boolean => status === 'finished' || status === 'cancelled'

/** The remaining time of the side to move at the start of its turn; null if no turn begins. */
const timeOfNewTurn = (before: GameRow, after: GameRow): number | null =>
  after.turn && after.ply > before.ply ? remainingOf(after, after.turn) : null

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
const offerRow = (offer: DrawOffer): RecordOf<typeof OFFER> => ({
  id: offer.id,
  by: offer.by,
  ply: offer.ply,
  ground: 'ground' in offer ? offer.ground : null,
  numbers: 'positions' in offer ? offer.positions : 'plies' in offer ? offer.plies : [],
  state: offer.state,
  expires_at: new Date(offer.expiresAt),
  closed_at: offer.closedAt === null ? null : new Date(offer.closedAt),
})

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
} as const
const claimRow = (claim: Claim, claimantId: number): RecordOf<typeof CLAIM> => ({
  id: claim.id,
  by: claim.by,
  claimant_id: claimantId,
  ply: claim.ply,
  ground: claim.ground,
  numbers: claim.ground === 'repetition' ? claim.positions : claim.plies,
  intended_move: claim.intendedMove,
  offer_id: claim.offer,
  text: claim.text,
  evidence: claim.evidence,
  state: claim.state,
})

export const MESSAGE = {
  id: 'int',
  by: 'side',
  ply: 'int',
  kind: 'message_kind',
  offer_id: 'int',
  text: 'text',
} as const
const messageRow = ({ id, by, ply, kind, offer, text }: Message): RecordOf<typeof MESSAGE> => ({
  id,
  by,
  ply,
  kind,
  offer_id: offer,
  text,
})
