import { ok, type Result } from '@tegenzet/common'
import type { QueuedAppeal } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { APPEAL_WITH_PLAYERS, appealView } from './appeal-view.ts'
import { closeAppeal } from './close-appeal.ts'
import { writeLifted } from './lift-sanction.ts'
import { withTargets } from './list-appeals.ts'

interface DecideAppeal {
  appeal: number
  verdict: 'granted' | 'rejected'
  reason: string
  caller: Caller
  arrivedAt: Date
}

/** Decides on an appeal. Whoever made the decision appealed against leaves this to somebody else. */
export async function decideAppeal(
  deps: Deps,
  db: Db,
  { appeal: id, verdict, reason, caller, arrivedAt: at }: DecideAppeal,
): Promise<Result<QueuedAppeal, Refusal>> {
  const queued = await readQueuedAppeal(db, id, caller.playerId)
  // nobody sees reports about themselves
  const isAboutCaller = queued?.report?.player.id === caller.playerId
  if (!queued || isAboutCaller || queued.appeal.by.id === caller.playerId)
    return refuse('not-found', `There is no appeal ${id}.`)
  const { appeal, target, mayDecide } = queued
  if (appeal.state !== 'open') return alreadyDecided
  if (!mayDecide)
    return refuse('forbidden', 'You made this decision, or you are a party to it: somebody else decides.')
  return inTransaction(db, async (tx) => {
    const decision = { byId: caller.playerId, reason, at }
    if (!(await closeAppeal(deps, tx, appeal, { ...decision, verdict }))) return alreadyDecided
    if (verdict === 'granted' && target) await writeLifted(deps, tx, target, decision)
    return ok(existing(await readQueuedAppeal(tx, id, caller.playerId)))
  })
}

const alreadyDecided = refuse('conflict', 'Somebody has decided on this appeal.')

async function readQueuedAppeal(db: Db, id: number, readerId: number): Promise<QueuedAppeal | undefined> {
  const row = await db.appeal.findUnique({ where: { id }, include: APPEAL_WITH_PLAYERS })
  const [queued] = row ? await withTargets(db, [appealView(row)], readerId) : []
  return queued
}
