import { ok, type Result } from '@tegenzet/common'
import type { ComparedRuleSet, EngineComparison } from '@tegenzet/contract'
import { ENGINE_VERSION } from '@tegenzet/engine'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import type { Db } from '../../store/transaction.ts'
import { COMPARISON_TIMEOUT_SECONDS } from './comparisons-queue.ts'

/** After this a comparison is lost, for instance because a backup did not contain the queue. */
const LOST_MS = 2 * COMPARISON_TIMEOUT_SECONDS * 1000

/** The last comparison of somebody else's moves with the engine. */
export async function getComparison(
  db: Db,
  caller: Caller,
  username: string,
  at: Date,
): Promise<Result<EngineComparison, Refusal>> {
  const playerId = await comparablePlayer(db, caller, username)
  return playerId.ok ? ok(await readComparison(db, playerId.value, at)) : playerId
}

export async function comparablePlayer(
  db: Db,
  caller: Caller,
  username: string,
): Promise<Result<number, Refusal>> {
  const person = await findPerson(db, username)
  if (!person.ok) return person
  return person.value.id === caller.playerId
    ? refuse('yourself', 'You cannot review your own account: ask another admin.')
    : ok(person.value.id)
}

export async function readComparison(db: Db, playerId: number, at: Date): Promise<EngineComparison> {
  const row = await db.engineComparison.findUnique({
    where: { playerId },
    include: { requestedBy: PLAYER },
  })
  if (!row)
    return {
      state: 'none',
      requestedAt: null,
      requestedBy: null,
      readyAt: null,
      engineVersion: null,
      outdated: false,
      rules: [],
    }
  const isLost = at.getTime() - row.requestedAt.getTime() > LOST_MS
  return {
    state: row.readyAt ? 'ready' : row.failed || isLost ? 'failed' : 'pending',
    requestedAt: row.requestedAt.toISOString(),
    requestedBy: decodePlayer(row.requestedBy),
    readyAt: row.readyAt?.toISOString() ?? null,
    engineVersion: row.engineVersion,
    outdated: row.readyAt !== null && row.engineVersion !== ENGINE_VERSION,
    rules: row.rules as ComparedRuleSet[],
  }
}
