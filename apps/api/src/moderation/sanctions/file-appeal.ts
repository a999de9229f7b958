import { ok, type Result } from '@tegenzet/common'
import type { Appeal } from '@tegenzet/contract'
import { readSanctionInForce } from '../../accounts/access/sanctions-in-force.ts'
import { linkHolds, readLinkToken } from '../../accounts/credentials/mailed-link.ts'
import type { Deps } from '../../deps.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { MAX_ID } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { readReport } from '../reports/report-store.ts'
import { APPEAL_WITH_PLAYERS, appealEvent, appealView } from './appeal-view.ts'
import { isInForce, readSanction } from './sanction-store.ts'

interface FileAppeal {
  /** One of the two is set. */
  sanction?: number | undefined
  report?: number | undefined
  text: string
  playerId: number
  arrivedAt: Date
}

/** Appeals against a sanction in force, or against the ruling on a report. */
export async function fileAppeal(
  db: Db,
  { sanction, report, text, playerId, arrivedAt: createdAt }: FileAppeal,
): Promise<Result<Appeal, Refusal>> {
  const refused =
    sanction === undefined
      ? await rulingRefused(db, existing(report), playerId)
      : await sanctionNotAppealable(db, sanction, playerId, createdAt)
  if (refused) return refused
  return inTransaction(db, async (tx) => {
    const [inserted] = await tx.appeal.createManyAndReturn({
      data: { byId: playerId, sanctionId: sanction, reportId: report, text, createdAt },
      skipDuplicates: true,
      select: { id: true },
    })
    if (!inserted) return refuse('conflict', 'You have already appealed against this.')
    const row = await tx.appeal.findUniqueOrThrow({
      where: { id: inserted.id },
      include: APPEAL_WITH_PLAYERS,
    })
    await append(tx, [appealEvent(row)], { by: playerId, at: createdAt })
    return ok(appealView(row))
  })
}

async function sanctionNotAppealable(db: Db, id: number, playerId: number, at: Date) {
  const sanction = id > MAX_ID ? undefined : await readSanction(db, id)
  if (sanction?.player.id !== playerId) return refuse('not-found', `No sanction ${id} is imposed on you.`)
  return isInForce(sanction, at) ? null : refuse('conflict', 'This sanction is no longer in force.')
}

/** Players know of reports that they made, and of upheld ones about them. */
async function rulingRefused(db: Db, id: number, playerId: number) {
  const report = id > MAX_ID ? undefined : await readReport(db, id)
  const isOwn = report?.by.id === playerId
  if (!report || !(isOwn || (report.player.id === playerId && report.state === 'upheld')))
    return refuse('not-found', `There is no report ${id} by you or about you.`)
  return report.state === 'open' ? refuse('conflict', 'Nobody has ruled on this report yet.') : null
}

/** Appeals against the closure of an account, for somebody who cannot log in but has the link. */
export async function appealClosure(
  deps: Deps,
  db: Db,
  { token, text, arrivedAt }: { token: string; text: string; arrivedAt: Date },
): Promise<Result<Appeal, Refusal>> {
  const read = readLinkToken(deps, token)
  const account = read && (await db.account.findUnique({ where: { id: read.id } }))
  const sanction = account && (await readSanctionInForce(db, account.playerId, 'close', arrivedAt))
  if (!account || !sanction || !linkHolds(deps, 'appeal', read, [`${sanction.id}`]))
    return refuse('link-expired', 'This link has expired, or the account is no longer closed. Log in again.')
  return fileAppeal(db, { sanction: sanction.id, text, playerId: account.playerId, arrivedAt })
}
