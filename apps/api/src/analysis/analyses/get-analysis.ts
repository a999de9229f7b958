import { ok, type Result } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Json } from '../../http/json-answer.ts'
import { isSharedWith } from '../../play/game-analysis/shared-analysis.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { analysisNotFound, analysisView, ownedBy, readAnalysis } from './analysis-store.ts'

/** An analysis that is shared by a link with this key. */
export async function getSharedAnalysis(
  { config }: Deps,
  db: Db,
  shared: { id: number; key: string; at: Date },
): Promise<Result<Json, Refusal>> {
  const { id } = shared
  const stored =
    (await isSharedWith(config, db, shared)) && (await readAnalysis(db, Prisma.sql`a.id = ${id}`))
  return stored
    ? ok(analysisView(stored))
    : refuse('not-found', 'There is no analysis with this link. Perhaps it is no longer shared.')
}

/** An analysis of one's own. */
export async function getOwnAnalysis(db: Db, playerId: number, id: number): Promise<Result<Json, Refusal>> {
  const stored = await readAnalysis(db, ownedBy(playerId, id))
  return stored ? ok(analysisView(stored)) : analysisNotFound(id)
}
