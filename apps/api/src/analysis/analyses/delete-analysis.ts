import { ok, type Result } from '@tegenzet/common'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { analysisNotFound } from './analysis-store.ts'

/** Deletes an analysis for good. */
export async function deleteAnalysis(
  db: Db,
  playerId: number,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const { count } = await db.analysis.deleteMany({ where: { id, playerId } })
  return count > 0 ? ok(undefined) : analysisNotFound(id)
}
