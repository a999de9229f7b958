import type { ActDetails, ActKind } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Tx } from '../store/transaction.ts'

/** Something that an arbiter, moderator or admin does. */
export interface NewAct {
  kind: ActKind
  /** null: the host, by the command line or a setting */
  byId: number | null
  /** The player it concerns. */
  playerId?: number
  reason?: string
  details?: ActDetails
  at: Date
}

/** Adds an entry to the log of admin acts, in the transaction of the act itself. */
export async function recordAct(tx: Tx, { at, details = {}, ...act }: NewAct): Promise<void> {
  await tx.adminAct.create({ data: { ...act, details, createdAt: at }, select: { id: true } })
}

/**
 * The same as a part of a statement that changes a game.
 * @param source the part whose rows mean that the act was done
 */
export const recordedAct = (act: Required<Omit<NewAct, 'byId'>> & { byId: number }, source: Prisma.Sql) =>
  Prisma.sql`, recorded_act AS (
      INSERT INTO admin_acts (kind, by_id, player_id, reason, details, created_at)
      SELECT ${act.kind}, ${act.byId}::int, ${act.playerId}::int, ${act.reason},
        ${JSON.stringify(act.details)}::jsonb, ${act.at}::timestamptz FROM ${source}
    )`
