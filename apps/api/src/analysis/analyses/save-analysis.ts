import { ok, type Result } from '@tegenzet/common'
import type { AnalysisSummary, saveAnalysisBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { nameRefused } from '../../accounts/names/reserved-names.ts'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import type { Caller } from '../../http/caller.ts'
import type { CheckTree } from '../../play/game-analysis/check-tree.ts'
import { storedTree } from '../../play/game-analysis/storage.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import {
  analysisNotFound,
  ownedBy,
  readAnalysis,
  type StoredAnalysis,
  updateAnalysis,
} from './analysis-store.ts'

interface SaveAnalysis extends z.output<typeof saveAnalysisBody> {
  id: number
  caller: Caller
  arrivedAt: Date
  check: CheckTree
}

interface Saved {
  version: number
  analysis: AnalysisSummary
}

/** Replaces title and tree of an analysis if it is still at the version that its owner changed. */
export async function saveAnalysis(db: Db, command: SaveAnalysis): Promise<Result<Saved, Refusal>> {
  const { id, caller, title, version, arrivedAt: at } = command
  const own = ownedBy(caller.playerId, id)
  const stored = await readAnalysis(db, own)
  if (!stored) return analysisNotFound(id)
  if (stored.summary.version !== version) {
    // the answer was lost, so the client repeats it
    const isSame = stored.summary.title === title && JSON.stringify(command.tree) === stored.tree
    return isSame ? ok(savedView(stored.summary)) : changedElsewhere(stored)
  }
  const checked = await command.check(command.tree, storedTree(stored))
  if (!checked.ok) return checked
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, caller.accountId)
    const refused = stored.summary.visibility === 'link' && (await refuseShared(tx, caller, title, at))
    if (refused) return refused
    const updated = await updateAnalysis(tx, caller, stored.summary, { title, tree: checked.value, at })
    if (!updated.ok) return updated
    if (updated.value) return ok(savedView(updated.value))
    const current = await readAnalysis(tx, own)
    return current ? changedElsewhere(current) : analysisNotFound(id)
  })
}

/** Refuses what others would read: by somebody who is muted, or with a title that looks like the site's. */
export const refuseShared = async (
  db: Db,
  { playerId, role }: Pick<Caller, 'playerId' | 'role'>,
  title: string,
  at: Date,
): Promise<Refused | null> =>
  nameRefused(title, role, 'title') ?? (await sanctionRefused(db, playerId, 'mute', at))

const savedView = (analysis: AnalysisSummary): Saved => ({ version: analysis.version, analysis })

const changedElsewhere = (stored: StoredAnalysis): Refused => {
  const { title, version } = stored.summary
  return refuse('conflict', 'The analysis has been changed since. `current` is what is stored.', {
    current: { title, tree: storedTree(stored), version },
  })
}
