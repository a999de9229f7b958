import { ok, type Result } from '@tegenzet/common'
import type { createAnalysisBody } from '@tegenzet/contract'
import { jsonBytes, type MoveTree } from '@tegenzet/trees'
import type { z } from 'zod'
import { type Caller, holdsScope } from '../../http/caller.ts'
import type { RunOnce } from '../../http/idempotency.ts'
import type { Json } from '../../http/json-answer.ts'
import type { InSlices } from '../../http/slices.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { readMoves } from '../../play/game/game-record.ts'
import { readGame } from '../../play/game/read-games.ts'
import { treeChecker } from '../../play/game-analysis/check-tree.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import {
  analysisNotFound,
  analysisView,
  type CallHash,
  createdBy,
  insertAnalysis,
  ownedBy,
  readAnalysis,
  type StoredAnalysis,
} from './analysis-store.ts'
import { readOneRecord } from './read-one-record.ts'

interface CreateAnalysis {
  body: z.output<typeof createAnalysisBody>
  owner: Caller
  arrivedAt: Date
  inSlices: InSlices
  runOnce: RunOnce
  /** null: the call has no key. */
  callHash: CallHash
}

interface Created {
  status: 201
  body: Json
  replayed?: true
}

/**
 * Creates an analysis from a tree, a finished game or the record of one. Repeated with the same key, the call answers with
 * the analysis as it is then, for as long as there is one: a device may be offline for weeks. Who may not read analyses gets
 * it as it was created.
 */
export async function createAnalysis(db: Db, command: CreateAnalysis): Promise<Result<Created, Refusal>> {
  const { owner, arrivedAt: at, runOnce, callHash } = command
  const before = callHash && (await readAnalysis(db, createdBy(owner.playerId, callHash)))
  const mayRead = holdsScope(owner, 'analysis:read')
  if (before && mayRead) return ok({ status: 201, body: analysisView(before), replayed: true })
  // before the transaction of the key, because checking a large tree takes a while
  const content = await contentOf(db, command)
  if (!content.ok) return content
  const view = (stored: StoredAnalysis) => analysisView(mayRead ? stored : asCreated(stored, content.value))
  if (before) return ok({ status: 201, body: view(before), replayed: true })
  const created = await runOnce(async (db) => {
    const id = await insertAnalysis(db, owner, { ...content.value, at, callHash })
    // kept with the key without the tree, which is large
    return id.ok ? ok({ status: 201, body: { id: id.value } }) : id
  })
  if (!created.ok) return created
  const { id } = created.value.body as { id: number }
  const stored = await readAnalysis(db, ownedBy(owner.playerId, id))
  if (!stored) return analysisNotFound(id)
  const { replayed } = created.value
  return ok({ status: 201, body: view(stored), ...(replayed && { replayed }) })
}

const asCreated = ({ summary }: StoredAnalysis, { title, tree }: Content): StoredAnalysis => ({
  summary: {
    ...summary,
    title,
    rules: tree.rules,
    visibility: 'private',
    version: 1,
    bytes: jsonBytes(tree),
    updatedAt: summary.createdAt,
  },
  tree: JSON.stringify(tree),
})

interface Content {
  title: string
  tree: MoveTree
}

async function contentOf(db: Db, { body, inSlices }: CreateAnalysis): Promise<Result<Content, Refusal>> {
  const { title, tree, game, record, rules } = body
  if (game !== undefined) return contentOfGame(db, game, title)
  if (record !== undefined) {
    const read = await readOneRecord(record, rules, inSlices)
    return read.ok ? ok({ ...read.value, ...(title !== undefined && { title }) }) : read
  }
  const checked = await treeChecker(inSlices)(tree, null)
  return checked.ok ? ok({ title: existing(title), tree: checked.value }) : checked
}

async function contentOfGame(db: Db, id: number, title = `Game ${id}`): Promise<Result<Content, Refusal>> {
  const game = await readGame(db, id)
  if (!game) return gameNotFound(id)
  if (game.status === 'active' || game.status === 'claimed')
    return refuse('game-not-over', 'The game is still being played. You can analyse it here when it is over.')
  const moves = await readMoves(db, id)
  const nodes = moves.map(({ move }, n) => ({ parent: n === 0 ? null : n - 1, move }))
  return ok({ title, tree: { rules: game.rules, start: null, nodes } })
}
