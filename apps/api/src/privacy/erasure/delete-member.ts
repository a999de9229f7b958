import { ok, type Result } from '@tegenzet/common'
import { DELETION_DAYS } from '@tegenzet/contract'
import { lockMember } from '../../accounts/managed/lock-member.ts'
import { recordEvent } from '../../accounts/security-log/record-event.ts'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

const DAY_MS = 86_400_000

/** Starts the waiting time after which a member's account is erased. Until then the member can log in and keep it. */
export const deleteMember = (
  deps: Deps,
  db: Db,
  { username, caller, at }: { username: string; caller: Caller; at: Date },
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockMember(deps, tx, caller, username)
    if (!found.ok) return found
    const { accountId, playerId } = found.value
    const deletesAt = new Date(at.getTime() + DELETION_DAYS * DAY_MS)
    const { count } = await tx.account.updateMany({
      where: { id: accountId, deletesAt: null },
      data: { deletesAt },
    })
    if (count === 0) return ok(undefined)
    const subject = caller.username
    await recordEvent(tx, { accountId, kind: 'deletion-requested', subject, client: null, at })
    await recordAct(tx, { kind: 'member-deleted', byId: caller.playerId, playerId, at })
    return ok(undefined)
  })
