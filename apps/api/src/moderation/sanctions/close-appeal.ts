import type { Appeal, Language } from '@tegenzet/contract'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { append } from '../../outbox/append.ts'
import type { Db, Tx } from '../../store/transaction.ts'
import { APPEAL_WITH_PLAYERS, appealEvent } from './appeal-view.ts'

const WEEK_MS = 7 * 86_400_000

interface AppealDecision {
  byId: number
  verdict: 'granted' | 'rejected'
  reason: string
  at: Date
}

/**
 * Writes the decision on an appeal, records it, and tells the player.
 * @returns false if it was no longer open
 */
export async function closeAppeal(
  deps: Deps,
  tx: Tx,
  { id, by, sanction, report }: Appeal,
  { byId, verdict, reason, at }: AppealDecision,
): Promise<boolean> {
  const { count } = await tx.appeal.updateMany({
    where: { id, state: 'open' },
    data: { state: verdict, decidedAt: at, decidedById: byId, reason },
  })
  if (count === 0) return false
  const row = await tx.appeal.findUniqueOrThrow({ where: { id }, include: APPEAL_WITH_PLAYERS })
  await recordAct(tx, {
    kind: 'appeal-decided',
    byId,
    playerId: by.id,
    reason,
    at,
    details: {
      appeal: id,
      verdict,
      ...(sanction !== null && { sanction }),
      ...(report !== null && { report }),
    },
  })
  await append(tx, [appealEvent(row)], { by: byId, at })
  await mailDecision(deps, tx, { id, playerId: by.id, verdict, reason })
  return true
}

async function mailDecision(
  deps: Deps,
  db: Db,
  {
    id,
    playerId,
    verdict,
    reason,
  }: { id: number; playerId: number; verdict: 'granted' | 'rejected'; reason: string },
): Promise<void> {
  const account = await db.account.findUnique({ where: { playerId } })
  if (!account) return
  await writeMail(deps, db, {
    key: `appeal-decided:${id}`,
    accountId: account.id,
    recipient: account.email,
    language: account.language as Language,
    letter: {
      kind: 'appeal-decided',
      username: account.name,
      verdict,
      reason,
      link: `${deps.config.publicUrl}/account`,
    },
    expiresAt: new Date(deps.now().getTime() + WEEK_MS),
  })
}
