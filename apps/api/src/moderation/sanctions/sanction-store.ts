import type { Sanction } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { APPEAL_WITH_PLAYERS, appealView } from './appeal-view.ts'

const SANCTION_WITH_PLAYERS = {
  player: PLAYER,
  by: PLAYER,
  liftedBy: PLAYER,
  appeals: { include: APPEAL_WITH_PLAYERS },
} satisfies Prisma.SanctionInclude
type SanctionRow = Prisma.SanctionGetPayload<{ include: typeof SANCTION_WITH_PLAYERS }>

export async function readSanctions(
  db: Db,
  query: Pick<Prisma.SanctionFindManyArgs, 'where' | 'take'>,
): Promise<Sanction[]> {
  const rows = await db.sanction.findMany({
    ...query,
    include: SANCTION_WITH_PLAYERS,
    orderBy: { id: 'desc' },
  })
  return rows.map(sanctionView)
}

export async function readSanction(db: Db, id: number): Promise<Sanction | undefined> {
  const [sanction] = await readSanctions(db, { where: { id } })
  return sanction
}

const sanctionView = (row: SanctionRow): Sanction => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  player: decodePlayer(row.player),
  by: decodePlayer(row.by),
  createdAt: row.createdAt.toISOString(),
  until: row.until?.toISOString() ?? null,
  lifted: row.liftedAt && {
    by: decodePlayer(existing(row.liftedBy)),
    reason: existing(row.liftReason),
    at: row.liftedAt.toISOString(),
  },
  appeal: row.appeals[0] ? appealView(row.appeals[0]) : null,
})

/** Whether a sanction is in force at a moment. */
export const isInForce = ({ lifted, until }: Sanction, at: Date): boolean =>
  lifted === null && (until === null || new Date(until) > at)
