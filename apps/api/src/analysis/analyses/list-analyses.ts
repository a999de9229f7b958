import { ok, type Result } from '@tegenzet/common'
import { type AnalysisSummary, type listAnalysesQuery, MAX_ANALYSES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import { bytesOf, maxBytes, type Owner } from '../../play/game-analysis/storage.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { countAnalyses, readSummaries } from './analysis-store.ts'

interface Usage {
  analyses: number
  maxAnalyses: number
  bytes: number
  maxBytes: number
}

/** A player's analyses, newest first, and how much of their storage they take. */
export async function listAnalyses(
  db: Db,
  owner: Owner,
  { limit, cursor }: z.output<typeof listAnalysesQuery>,
): Promise<Result<Page<AnalysisSummary> & { usage: Usage }, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const { playerId } = owner
  const rows = await readSummaries(
    db,
    Prisma.sql`a.player_id = ${playerId} AND a.id < ${before.value ?? MAX_ID} ORDER BY a.id DESC LIMIT ${limit + 1}`,
  )
  const usage = {
    analyses: await countAnalyses(db, playerId),
    maxAnalyses: MAX_ANALYSES,
    bytes: await bytesOf(db, playerId),
    maxBytes: maxBytes(owner),
  }
  return ok({
    ...pageOf(
      rows,
      limit,
      ({ id }) => id,
      (row) => row,
    ),
    usage,
  })
}
