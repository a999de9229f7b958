import { ok, type Result } from '@tegenzet/common'
import { lockAccount } from '../../accounts/players/lock-account.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { newShareNonce, shareKey } from '../../play/game-analysis/shared-analysis.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { analysisNotFound } from './analysis-store.ts'
import { refuseShared } from './save-analysis.ts'

/** Makes the link of an analysis, or returns the one there is. */
export const shareAnalysis = (
  { config }: Deps,
  db: Db,
  { id, caller, at }: { id: number; caller: Caller; at: Date },
): Promise<Result<{ url: string; key: string }, Refusal>> =>
  inTransaction(db, async (tx) => {
    await lockAccount(tx, caller.accountId)
    const where = { id, playerId: caller.playerId }
    const analysis = await tx.analysis.findFirst({ where, select: { title: true, shareNonce: true } })
    if (!analysis) return analysisNotFound(id)
    const refused = await refuseShared(tx, caller, analysis.title, at)
    if (refused) return refused
    const nonce = analysis.shareNonce ?? newShareNonce()
    if (!analysis.shareNonce) await tx.analysis.updateMany({ where, data: { shareNonce: nonce } })
    const key = shareKey(config, id, nonce)
    return ok({ url: `${config.publicUrl}/analysis/${id}#${key}`, key })
  })

/** Makes the link of an analysis dead. */
export async function unshareAnalysis(
  db: Db,
  playerId: number,
  id: number,
): Promise<Result<undefined, Refusal>> {
  const { count } = await db.analysis.updateMany({ where: { id, playerId }, data: { shareNonce: null } })
  return count > 0 ? ok(undefined) : analysisNotFound(id)
}
