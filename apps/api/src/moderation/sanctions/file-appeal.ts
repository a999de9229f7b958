import type { Appeal } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { linkHolds, readLinkToken } from '../../accounts/credentials/mailed-link.ts'
import { readSanctionInForce } from '../../accounts/sanctions/sanctions-in-force.ts'
import type { Deps } from '../../deps.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { APPEAL_WITH_PLAYERS, appealEvent, appealView } from './appeal-view.ts'
import { isInForce, readSanction } from './sanction-store.ts'

export interface FileAppeal {
  sanction: number
  text: string
  playerId: number
  arrivedAt: Date
}

/** Appeals against a sanction in force. */
export async function fileAppeal(
  tx: Tx,
  { sanction: sanctionId, text, playerId, arrivedAt: createdAt }: FileAppeal,
): Promise<Result<Appeal, Refusal>> {
  const sanction = await readSanction(tx, sanctionId)
  if (sanction?.player.id !== playerId)
    return refuse('not-found', `No sanction ${sanctionId} is imposed on you.`)
  if (!isInForce(sanction, createdAt)) return refuse('conflict', 'This sanction is no longer in force.')
  return inTransaction(tx, async (tx) => {
    const [inserted] = await tx.appeal.createManyAndReturn({
      data: { byId: playerId, sanctionId, text, createdAt },
      skipDuplicates: true,
      select: { id: true },
    })
    if (!inserted) return refuse('conflict', 'You have already appealed against this.')
    const row = await tx.appeal.findUniqueOrThrow({
      where: { id: inserted.id },
      include: APPEAL_WITH_PLAYERS,
    })
    const appeal = appealView(row)
    await append(tx, [appealEvent(appeal)], { by: playerId, at: createdAt })
    return ok(appeal)
  })
}

/** Appeals against the closure of an account, for somebody who cannot log in but has the link. */
export async function appealClosure(
  deps: Deps,
  tx: Tx,
  { token, text, arrivedAt }: { token: string; text: string; arrivedAt: Date },
): Promise<Result<Appeal, Refusal>> {
  const read = readLinkToken(deps, token)
  const account = read && (await tx.account.findUnique({ where: { id: read.id } }))
  const sanction = account && (await readSanctionInForce(tx, account.playerId, 'close', arrivedAt))
  if (!account || !sanction || !linkHolds(deps, 'appeal', read, [`${sanction.id}`]))
    return refuse('link-expired', 'This link has expired, or the account is no longer closed. Log in again.')
  return fileAppeal(tx, { sanction: sanction.id, text, playerId: account.playerId, arrivedAt })
}
