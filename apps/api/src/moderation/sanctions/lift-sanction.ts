import { ok, type Result } from '@tegenzet/common'
import type { Sanction } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { allowedSanctions } from './allowed-sanctions.ts'
import { announceSanction } from './announce-sanction.ts'
import { closeAppeal } from './close-appeal.ts'
import { isInForce, readSanction } from './sanction-store.ts'

interface LiftSanction {
  sanction: number
  reason: string
  caller: Caller
  arrivedAt: Date
}

/** Lifts a sanction before its time. An open appeal against it is granted. */
export async function liftSanction(
  deps: Deps,
  db: Db,
  command: LiftSanction,
): Promise<Result<Sanction, Refusal>> {
  const { caller, arrivedAt, reason } = command
  const sanction = await readSanction(db, command.sanction)
  if (!sanction || sanction.player.id === caller.playerId)
    return refuse('not-found', `There is no sanction ${command.sanction}.`)
  if (!allowedSanctions(caller.roles).includes(sanction.kind))
    return refuse('forbidden', 'Only admins can lift this.')
  return inTransaction(db, async (tx) => {
    const lifted = await writeLifted(deps, tx, sanction, { byId: caller.playerId, reason, at: arrivedAt })
    if (!lifted) return refuse('conflict', 'This sanction is no longer in force.')
    const { appeal } = sanction
    if (appeal?.state === 'open')
      await closeAppeal(deps, tx, appeal, {
        byId: caller.playerId,
        verdict: 'granted',
        reason,
        at: arrivedAt,
      })
    return ok(existing(await readSanction(tx, sanction.id)))
  })
}

/** @returns false if it is no longer in force */
export async function writeLifted(
  deps: Deps,
  tx: Tx,
  sanction: Sanction,
  { byId, reason, at }: { byId: number; reason: string; at: Date },
): Promise<boolean> {
  if (!isInForce(sanction, at)) return false
  const { count } = await tx.sanction.updateMany({
    where: { id: sanction.id, liftedAt: null },
    data: { liftedAt: at, liftedById: byId, liftReason: reason },
  })
  if (count === 0) return false
  await announceSanction(deps, tx, existing(await readSanction(tx, sanction.id)))
  return true
}
