import { ok, type Result } from '@tegenzet/common'
import {
  ANALYSIS_VISIBILITIES,
  type AnalysisSummary,
  MAX_ANALYSES,
  playerSchema,
  ruleSetIdSchema,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { jsonBytes, type MoveTree } from '@tegenzet/trees'
import { z } from 'zod'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { Json } from '../../http/json-answer.ts'
import { type Owner, refuseTree } from '../../play/game-analysis/storage.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readId } from '../../store/read-ids.ts'
import { readRows } from '../../store/read-rows.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'

const date = z.date().transform((at) => at.toISOString())
const summarySchema = z.object({
  id: z.int(),
  owner: playerSchema,
  title: z.string(),
  rules: ruleSetIdSchema,
  visibility: z.enum(ANALYSIS_VISIBILITIES),
  version: z.int(),
  bytes: z.int(),
  createdAt: date,
  updatedAt: date,
})
const SUMMARY = Prisma.sql`
  a.id, a.title, a.rules, a.version, a.bytes, a.created_at AS "createdAt", a.updated_at AS "updatedAt",
  CASE WHEN a.share_nonce IS NULL THEN 'private' ELSE 'link' END AS visibility, ${playerColumns('owner')}`
const FROM = Prisma.sql`FROM analyses a JOIN players owner ON owner.id = a.player_id`

/** Summaries of analyses. @param where on the row `a`, with the order and limit */
export const readSummaries = (db: Db, where: Prisma.Sql): Promise<AnalysisSummary[]> =>
  readRows(db, summarySchema, Prisma.sql`SELECT ${SUMMARY} ${FROM} WHERE ${where}`)

export interface StoredAnalysis {
  summary: AnalysisSummary
  /** As JSON. */
  tree: string
}

const analysisSchema = summarySchema.extend({ tree: z.string() })

/** @param where on the row `a` */
export async function readAnalysis(db: Db, where: Prisma.Sql): Promise<StoredAnalysis | undefined> {
  const query = Prisma.sql`SELECT ${SUMMARY}, a.tree::text AS tree ${FROM} WHERE ${where}`
  const [row] = await readRows(db, analysisSchema, query)
  if (!row) return undefined
  const { tree, ...summary } = row
  return { summary, tree }
}

/** An analysis of this player. */
export const ownedBy = (playerId: number, id: number): Prisma.Sql =>
  Prisma.sql`a.id = ${id} AND a.player_id = ${playerId}`

/** The call that created an analysis, as a hash; null if it had no key. */
export type CallHash = Uint8Array<ArrayBuffer> | null

/** The analysis that this call of the player has created. */
export const createdBy = (playerId: number, callHash: Uint8Array<ArrayBuffer>): Prisma.Sql =>
  Prisma.sql`a.player_id = ${playerId} AND a.call_hash = ${callHash}`

export const analysisNotFound = (id: number) => refuse('not-found', `You have no analysis ${id}.`)

/** An analysis as calls answer it. Its tree is JSON already. */
export const analysisView = ({ summary, tree }: StoredAnalysis): Json =>
  new Json(`{"analysis":${JSON.stringify(summary).slice(0, -1)},"tree":${tree}}}`)

interface NewAnalysis {
  title: string
  tree: MoveTree
  at: Date
}

/** Stores an analysis. @returns its id */
export const insertAnalysis = (
  db: Db,
  owner: Owner,
  { title, tree, at, callHash }: NewAnalysis & { callHash: CallHash },
): Promise<Result<number, Refusal>> =>
  inTransaction(db, async (tx) => {
    // its owner's changes come one after another
    await lockAccount(tx, owner.accountId)
    const { playerId } = owner
    if ((await countAnalyses(tx, playerId)) >= MAX_ANALYSES)
      return refuse('limit-reached', `You have ${MAX_ANALYSES} analyses. Delete some of them first.`)
    const bytes = jsonBytes(tree)
    const refused = await refuseTree(tx, owner, { bytes, replaced: 0, at })
    if (refused) return refused
    const id = await readId(
      tx,
      Prisma.sql`
        INSERT INTO analyses (player_id, title, rules, version, tree, bytes, call_hash, created_at, updated_at)
        VALUES (${playerId}, ${title}, ${tree.rules}, 1, ${JSON.stringify(tree)}::json, ${bytes}, ${callHash}::bytea,
          ${at}::timestamptz, ${at}::timestamptz)
        RETURNING id`,
    )
    return ok(id)
  })

export const countAnalyses = (db: Db, playerId: number): Promise<number> =>
  db.analysis.count({ where: { playerId } })

/**
 * Replaces title and tree. The owner's account is locked.
 * @returns the analysis after it; null if it has been changed, shared or deleted since it was read
 */
export async function updateAnalysis(
  tx: Tx,
  owner: Owner,
  before: AnalysisSummary,
  { title, tree, at }: NewAnalysis,
): Promise<Result<AnalysisSummary | null, Refusal>> {
  const bytes = jsonBytes(tree)
  const refused = await refuseTree(tx, owner, { bytes, replaced: before.bytes, at })
  if (refused) return refused
  const version = before.version + 1
  const updated = await tx.$executeRaw`
    UPDATE analyses SET title = ${title}, rules = ${tree.rules}, version = ${version},
      tree = ${JSON.stringify(tree)}::json, bytes = ${bytes}, updated_at = ${at}::timestamptz
    WHERE id = ${before.id} AND version = ${before.version}
      AND (share_nonce IS NOT NULL) = ${before.visibility === 'link'}`
  const after = { ...before, title, rules: tree.rules, version, bytes, updatedAt: at.toISOString() }
  return ok(updated === 1 ? after : null)
}
