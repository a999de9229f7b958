import { type Claim, provedSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { refuse } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { MAX_ID } from '../../store/page.ts'
import type { QueuePage } from '../../store/queue-page.ts'
import { readIds } from '../../store/read-ids.ts'
import type { Db } from '../../store/transaction.ts'
import { claimView } from '../game/rows-of-change.ts'

const WITH_RULING = {
  ruling: {
    select: {
      createdAt: true,
      reason: true,
      by: PLAYER,
    },
  },
} satisfies Prisma.ClaimInclude

/** Claims with their rulings, oldest first unless `query` says otherwise. */
export async function readClaims(
  db: Db,
  query: Pick<Prisma.ClaimFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<Claim[]> {
  const rows = await db.claim.findMany({ orderBy: { id: 'asc' }, ...query, include: WITH_RULING })
  return rows.map(withVerdict)
}

/**
 * Claims with what the tables said. Never for players.
 * @param mayRead says it of a claim: not of games that the reader plays in
 */
export async function withProofs(
  db: Db,
  claims: readonly Claim[],
  mayRead: (claim: Claim) => boolean,
): Promise<Claim[]> {
  const ids = claims.filter((claim) => claim.ground === 'proven-draw' && mayRead(claim)).map(({ id }) => id)
  if (ids.length === 0) return [...claims]
  const rows = await db.claim.findMany({ where: { id: { in: ids } }, select: { id: true, proof: true } })
  const proofs = new Map(rows.map(({ id, proof }) => [id, provedSchema.parse(proof)]))
  return claims.map((claim) => ({ ...claim, evidence: { ...claim.evidence, ...proofs.get(claim.id) } }))
}

/** A page of the ruled claims, newest first. The states are constants, because a partial index is not used for parameters. */
export const readRuledIds = (db: Db, { where, take }: QueuePage): Promise<number[]> =>
  readIds(
    db,
    Prisma.sql`
      SELECT id FROM claims WHERE state IN ('upheld', 'rejected') AND id < ${where.id?.lt ?? MAX_ID}
      ORDER BY id DESC LIMIT ${take}`,
  )

export async function readClaim(db: Db, id: number): Promise<Claim | undefined> {
  const row = await db.claim.findUnique({ where: { id }, include: WITH_RULING })
  return row ? withVerdict(row) : undefined
}

const withVerdict = ({ ruling, ...row }: Prisma.ClaimGetPayload<{ include: typeof WITH_RULING }>): Claim => ({
  ...claimView(row),
  verdict: ruling && {
    by: ruling.by && decodePlayer(ruling.by),
    reason: ruling.reason,
    at: ruling.createdAt.toISOString(),
  },
})

export const claimNotFound = (id: number) => refuse('not-found', `There is no claim ${id}.`)

/** Refuses a command about a claim that was settled before. */
export function claimSettled({ state, verdict, closedAt }: Claim) {
  if (!verdict) return refuse('conflict', `The claim is no longer open: it was ${state} at ${closedAt}.`)
  const who = verdict.by?.username ?? 'The server'
  return refuse('conflict', `${who} has ruled on this claim: it was ${state} at ${verdict.at}.`)
}
