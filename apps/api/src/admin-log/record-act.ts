import type { ActDetails, ActKind } from '@tegenzet/contract'
import type { Db } from '../store/transaction.ts'

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
export async function recordAct(db: Db, { at, details = {}, ...act }: NewAct): Promise<void> {
  await db.adminAct.create({ data: { ...act, details, createdAt: at }, select: { id: true } })
}
