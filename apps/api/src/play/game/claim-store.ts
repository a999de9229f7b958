import { type Claim, evidenceSchema } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { GROUNDS, trustedMove } from '@tegenzet/rules'
import { refuse } from '../../refusal.ts'
import { decodePlayer, oneOf, PLAYER } from '../../store/decode.ts'
import type { Tx } from '../../store/transaction.ts'

const WITH_RULING = {
  ruling: {
    select: {
      createdAt: true,
      reason: true,
      by: PLAYER,
    },
  },
} satisfies Prisma.ClaimInclude
type ClaimRow = Prisma.ClaimGetPayload<{ include: typeof WITH_RULING }>

/** Claims with their rulings, oldest first unless `query` says otherwise. */
export async function readClaims(
  tx: Tx,
  query: Pick<Prisma.ClaimFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<Claim[]> {
  const rows = await tx.claim.findMany({ orderBy: { id: 'asc' }, ...query, include: WITH_RULING })
  return rows.map(claimView)
}

export async function readClaim(tx: Tx, id: number): Promise<Claim | undefined> {
  const row = await tx.claim.findUnique({ where: { id }, include: WITH_RULING })
  return row ? claimView(row) : undefined
}

function claimView(row: ClaimRow): Claim {
  const ground = oneOf(GROUNDS, row.ground)
  const { ruling } = row
  return {
    id: row.id,
    game: row.gameId,
    by: row.by,
    ply: row.ply,
    ...(ground === 'repetition' ? { ground, positions: row.numbers } : { ground, plies: row.numbers }),
    intendedMove: row.intendedMove === null ? null : trustedMove(row.intendedMove),
    offer: row.offerId,
    text: row.text,
    evidence: evidenceSchema.parse(row.evidence),
    state: row.state,
    verdict: ruling && {
      by: ruling.by && decodePlayer(ruling.by),
      reason: ruling.reason,
      at: ruling.createdAt.toISOString(),
    },
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

export const claimNotFound = (id: number) => refuse('not-found', `There is no claim ${id}.`)

/** Refuses a command about a claim that was settled before. */
export function claimSettled({ state, verdict, closedAt }: Claim) {
  if (!verdict) return refuse('conflict', `The claim is no longer open: it was ${state} at ${closedAt}.`)
  const who = verdict.by?.username ?? 'The server'
  return refuse('conflict', `${who} has ruled on this claim: it was ${state} at ${verdict.at}.`)
}
