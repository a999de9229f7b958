import { ok, type Result } from '@tegenzet/common'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { invitationNotFound } from './list-invitations.ts'

/** Nobody can register with the invitation any more. Staff end those of everybody. */
export const endSiteInvitation = (
  db: Db,
  { playerId, roles }: Caller,
  { id, at }: { id: number; at: Date },
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const isStaff = roles.length > 0
    const { count } = await tx.siteInvitation.updateMany({
      where: { id, endedAt: null, ...(!isStaff && { byId: playerId }) },
      data: { endedAt: at },
    })
    if (count === 0) return invitationNotFound(id)
    if (isStaff)
      await recordAct(tx, {
        kind: 'site-invitation-ended',
        byId: playerId,
        details: { siteInvitation: id },
        at,
      })
    return ok(undefined)
  })
