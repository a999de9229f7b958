import { ok, type Result } from '@tegenzet/common'
import type { EngineComparison } from '@tegenzet/contract'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Caller } from '../../http/caller.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { ENGINE_COMPARISONS } from './comparisons-queue.ts'
import { comparablePlayer, readComparison } from './get-comparison.ts'

interface RequestComparison {
  username: string
  /** Why the caller compares, for the log. */
  reason: string
  caller: Caller
  arrivedAt: Date
}

/** Asks for a comparison of a player's moves with the engine. It replaces the last one. */
export async function requestComparison(
  db: Db,
  { username, reason, caller, arrivedAt: at }: RequestComparison,
): Promise<Result<EngineComparison, Refusal>> {
  const player = await comparablePlayer(db, caller, username)
  if (!player.ok) return player
  const playerId = player.value
  return inTransaction(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const last = await readComparison(tx, playerId, at)
    if (last.state === 'pending') return ok(last)
    await recordAct(tx, { kind: 'moves-compared', byId: caller.playerId, playerId, reason, at })
    await tx.engineComparison.deleteMany({ where: { playerId } })
    const { id: comparison } = await tx.engineComparison.create({
      data: { playerId, requestedById: caller.playerId, requestedAt: at },
    })
    // one group: all processes together make one comparison at a time
    await enqueue(tx, ENGINE_COMPARISONS, [{ data: { comparison }, order: comparison, group: 'all' }])
    return ok(await readComparison(tx, playerId, at))
  })
}
