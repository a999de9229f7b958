import type { ErrorCode, SanctionKind } from '@tegenzet/contract'
import { Prisma, type SanctionModel } from '@tegenzet/db'
import { type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'

/** Which sanctions are in force at a moment. */
export const inForceAt = (at: Date) =>
  ({ liftedAt: null, OR: [{ until: null }, { until: { gt: at } }] }) satisfies Prisma.SanctionWhereInput

/**
 * Whether a player, an SQL expression, has a sanction in force. OFFSET: it is looked up by the player, instead of reading all
 * sanctions once for several players.
 */
export const isSanctioned = (playerId: Prisma.Sql, kind: SanctionKind, at: Date): Prisma.Sql =>
  Prisma.sql`EXISTS (
    SELECT FROM sanctions sanction WHERE sanction.player_id = ${playerId}
      AND sanction.kind = ${kind}::sanction_kind AND sanction.lifted_at IS NULL
      AND (sanction.until IS NULL OR sanction.until > ${at}::timestamptz) OFFSET 0)`

export const readSanctionInForce = (
  db: Db,
  playerId: number,
  kind: SanctionKind,
  at: Date,
): Promise<SanctionModel | null> =>
  db.sanction.findFirst({ where: { playerId, kind, ...inForceAt(at) }, orderBy: { id: 'desc' } })

/** Why a player may not write messages or start games, if so. */
export async function sanctionRefused(
  db: Db,
  playerId: number,
  kind: 'mute' | 'restrict',
  at: Date,
): Promise<Refused | null> {
  const sanction = await readSanctionInForce(db, playerId, kind, at)
  if (!sanction) return null
  const [code, what] =
    kind === 'mute'
      ? (['muted', 'You may not write messages'] as const)
      : (['restricted', 'You may not start new games'] as const)
  const end = sanction.until ? `until ${sanction.until.toISOString()}` : 'until a moderator lifts this'
  return refuseSanctioned(code, `${what} ${end}: ${sanction.reason}`, sanction)
}

/** @param appealUrl the page for an appeal, for those who cannot log in */
export function refuseSanctioned(
  code: ErrorCode,
  detail: string,
  { id, reason, until }: SanctionModel,
  appealUrl?: string,
): Refused {
  const sanction = { id, reason, until: until?.toISOString() ?? null, ...(appealUrl && { appealUrl }) }
  return refuse(code, detail, { sanction })
}
