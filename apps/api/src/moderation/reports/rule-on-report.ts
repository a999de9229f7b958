import { ok, type Result } from '@tegenzet/common'
import type { Player, Report, reportVerdictBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { reportEvent } from './report-event.ts'
import { readReport, readReportFor, reportNotFound } from './report-store.ts'

interface RuleOnReport extends z.output<typeof reportVerdictBody> {
  report: number
  by: Player
  arrivedAt: Date
}

/** Rules on an open report, and warns the reported player if asked. The first of two admins wins. */
export async function ruleOnReport(
  db: Db,
  command: RuleOnReport,
): Promise<Result<{ report: Report }, Refusal>> {
  const { by, verdict, reason, warn, arrivedAt } = command
  const report = await readReportFor(db, command.report, by.id)
  if (!report) return reportNotFound(command.report)
  if (report.by.id === by.id)
    return refuse('forbidden', 'This report is by you: another admin must rule on it.')
  const ruled: Report = {
    ...report,
    state: verdict,
    verdict: { by, reason, warned: warn, at: arrivedAt.toISOString() },
  }
  if (await writeRuling(db, ruled, command)) return ok({ report: ruled })
  return alreadyRuled(await readReport(db, report.id), report)
}

/** @returns false if the report is no longer open */
const writeRuling = (
  db: Db,
  report: Report,
  { by, verdict, reason, warn, arrivedAt: at }: RuleOnReport,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { count } = await tx.report.updateMany({
      where: { id: report.id, state: 'open' },
      data: { state: verdict, closedAt: at },
    })
    if (count === 0) return false
    const warning = warn
      ? await tx.warning.create({ data: { playerId: report.player.id }, select: { id: true } })
      : null
    await tx.reportRuling.create({
      data: {
        reportId: report.id,
        byId: by.id,
        reason,
        warningId: warning?.id ?? null,
        createdAt: at,
        verdict: verdict === 'upheld' ? 'uphold' : 'dismiss',
      },
      select: { id: true },
    })
    await recordAct(tx, {
      kind: 'report-ruled',
      byId: by.id,
      playerId: report.player.id,
      reason,
      at,
      details: { report: report.id, verdict },
    })
    await append(tx, [reportEvent(report)], {
      by: by.id,
      at,
    })
    return true
  })

function alreadyRuled(report: Report | undefined, { id }: Report) {
  if (!report?.verdict) return reportNotFound(id)
  const { state, verdict } = report
  return refuse(
    'conflict',
    `${verdict.by.username} has ruled on this report: it was ${state} at ${verdict.at}.`,
  )
}
