import { ok, type Result } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import { jsonBytes, type MoveTree } from '@tegenzet/trees'
import { z } from 'zod'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import type { Refusal } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import type { NoteTimes } from './played-notes.ts'
import { type Owner, refuseTree } from './storage.ts'

const analysisSchema = z.object({
  version: z.int(),
  /** As JSON. */
  tree: z.string(),
  times: z.record(z.string(), z.string()),
  updatedAt: z.date(),
})
export type StoredAnalysis = z.output<typeof analysisSchema>

/** A player's own analysis of a game; undefined if there is none. */
export async function readGameAnalysis(
  db: Db,
  gameId: number,
  playerId: number,
): Promise<StoredAnalysis | undefined> {
  const [row] = await readRows(
    db,
    analysisSchema,
    Prisma.sql`
      SELECT version, tree::text AS tree, noted_at AS times, updated_at AS "updatedAt" FROM game_analyses
      WHERE game_id = ${gameId} AND player_id = ${playerId}`,
  )
  return row
}

interface NewAnalysis {
  gameId: number
  tree: MoveTree
  times: NoteTimes
  /** The version that it replaces; 0: there is none. */
  replaces: number
  at: Date
}

/** Writes an analysis. @returns its version; null if it has been changed since the version that it replaces */
export const writeGameAnalysis = (
  db: Db,
  owner: Owner,
  { gameId, tree, times, replaces, at }: NewAnalysis,
): Promise<Result<number | null, Refusal>> =>
  inTransaction(db, async (tx) => {
    // its owner's changes come one after another
    await lockAccount(tx, owner.accountId)
    const { playerId } = owner
    const where = { gameId_playerId: { gameId, playerId } }
    const stored = await tx.gameAnalysis.findUnique({ where, select: { version: true, bytes: true } })
    if ((stored?.version ?? 0) !== replaces) return ok(null)
    const bytes = jsonBytes(tree)
    const refused = await refuseTree(tx, owner, { bytes, replaced: stored?.bytes ?? 0, at })
    if (refused) return refused
    const version = replaces + 1
    await tx.$executeRaw`
      INSERT INTO game_analyses (game_id, player_id, version, tree, bytes, noted_at, updated_at)
      VALUES (${gameId}, ${playerId}, ${version}, ${JSON.stringify(tree)}::json, ${bytes}, ${JSON.stringify(times)}::jsonb,
        ${at}::timestamptz)
      ON CONFLICT (game_id, player_id) DO UPDATE SET version = excluded.version, tree = excluded.tree,
        bytes = excluded.bytes, noted_at = excluded.noted_at, updated_at = excluded.updated_at`
    return ok(version)
  })
