import type { Claim, ClaimState, Player } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import type { Evidence, Ground, Move, Side } from '@tegenzet/rules'
import { refuse } from '../../refusal.ts'
import { idOf, playerColumn } from './game-store.ts'

interface ClaimRow {
  id: number
  game: number
  by: Side
  ply: number
  ground: Ground
  numbers: number[]
  intendedMove: Move | null
  offer: number | null
  text: string | null
  evidence: Evidence
  state: ClaimState
  createdAt: Date
  closedAt: Date | null
  ruledAt: Date | null
  ruledBy: Player | null
  reason: string | null
}

/** Claims by a condition on `c`, with their verdicts; `rest` says in which order and how many. */
export async function readClaims(
  { prisma }: Database,
  which: Prisma.Sql,
  rest = Prisma.sql`ORDER BY c.id`,
): Promise<Claim[]> {
  const rows = await prisma.$queryRaw<ClaimRow[]>`
    SELECT c.id, c.game_id AS game, c.by::text, c.ply, c.ground, c.numbers, c.intended_move AS "intendedMove",
      c.offer_id AS offer, c.text, c.evidence, c.state::text, c.created_at AS "createdAt", c.closed_at AS "closedAt",
      r.created_at AS "ruledAt", r.reason, CASE WHEN a.id IS NOT NULL THEN ${playerColumn('a')} END AS "ruledBy"
    FROM claims c LEFT JOIN rulings r ON r.claim_id = c.id LEFT JOIN players a ON a.id = r.by_id
    WHERE ${which} ${rest}`
  return rows.map(claimView)
}

export async function readClaim(database: Database, id: number): Promise<Claim | undefined> {
  const [claim] = await readClaims(database, Prisma.sql`c.id = ${idOf(id)}`)
  return claim
}

function claimView(row: ClaimRow): Claim {
  const { ground, numbers, createdAt, closedAt, ruledAt, ruledBy, reason, ...claim } = row
  return {
    ...claim,
    ...(ground === 'repetition' ? { ground, positions: numbers } : { ground, plies: numbers }),
    verdict: ruledAt && { by: ruledBy, reason: reason!, at: ruledAt.toISOString() },
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

/** A number for a claim about to be filed: drawn first, so that the game's event can show it. */
export async function drawClaimId({ prisma }: Database): Promise<number> {
  const [row] = await prisma.$queryRaw<[{ id: number }]>`SELECT nextval('claims_id_seq')::int AS id`
  return row.id
}

/** A claim filed, or the open one settled: a part of the statement that changes the game. */
export const claimRow = (claim: Claim, claimantId: number, now: Date) =>
  claim.state === 'open'
    ? Prisma.sql`, filed AS (
      INSERT INTO claims
        (id, game_id, by, claimant_id, ply, ground, numbers, intended_move, offer_id, text, evidence, created_at)
      SELECT ${claim.id}::int, changed.id, ${claim.by}::side, ${claimantId}::int, ${claim.ply}::int, ${claim.ground},
        ${numbersOf(claim)}::int[], ${claim.intendedMove}, ${claim.offer}::int, ${claim.text},
        ${JSON.stringify(claim.evidence)}::jsonb, ${now}::timestamptz
      FROM changed
    )`
    : Prisma.sql`, settled AS (
      UPDATE claims SET state = ${claim.state}::claim_state, closed_at = ${now}::timestamptz
      FROM changed WHERE claims.id = ${claim.id} AND state = 'open'
    )`

const numbersOf = (claim: Claim): number[] => (claim.ground === 'repetition' ? claim.positions : claim.plies)

export const claimNotFound = (id: number) => refuse('not-found', `There is no claim ${id}.`)

/** For who comes too late: what became of the claim, and by whom. */
export function claimSettled({ state, verdict, closedAt }: Claim) {
  if (!verdict) return refuse('conflict', `The claim is no longer open: it was ${state} at ${closedAt}.`)
  const who = verdict.by?.username ?? 'The server'
  return refuse('conflict', `${who} has ruled on this claim: it was ${state} at ${verdict.at}.`)
}
