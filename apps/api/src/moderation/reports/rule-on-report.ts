import type { Player, Report, reportVerdictBody } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { ADMINS, concerns, readReport, reportNotFound } from './report-row.ts'

export interface RuleOnReport extends z.output<typeof reportVerdictBody> {
  report: number
  by: Player
  arrivedAt: Date
}

/**
 * Rules on an open report: the ruling, the warning and the event that makes notices of them are one statement. Of two
 * admins at once one wins; the other is told who ruled.
 */
export async function ruleOnReport(
  { database, live }: Deps,
  command: RuleOnReport,
): Promise<Result<{ report: Report }, Refusal>> {
  const { by, verdict, reason, warn, arrivedAt } = command
  const report = await readReport(database, command.report)
  if (!report) return reportNotFound(command.report)
  if (concerns(report, by.id))
    return refuse('forbidden', 'This report is by you or of you: another admin rules on it.')
  const ruled: Report = {
    ...report,
    state: verdict,
    verdict: { by, reason, warned: warn, at: arrivedAt.toISOString() },
  }
  const [told] = await database.prisma.$queryRaw<{ id: bigint; playerIds: number[] }[]>`
    WITH closed AS (
      UPDATE reports SET state = ${verdict}::report_state, closed_at = ${arrivedAt}::timestamptz
      WHERE id = ${report.id} AND state = 'open'
      RETURNING id, player_id
    ), ruling AS (
      INSERT INTO report_rulings (report_id, verdict, by_id, reason, created_at)
      SELECT id, ${verdict}::report_state, ${by.id}::int, ${reason}, ${arrivedAt}::timestamptz FROM closed
      RETURNING id
    ), warned AS (
      INSERT INTO warnings (report_ruling_id, player_id)
      SELECT ruling.id, closed.player_id FROM ruling, closed WHERE ${warn}
    )
    INSERT INTO events (type, player_ids, actor_id, payload, created_at)
    SELECT 'report', ${ADMINS}, ${by.id}::int, ${JSON.stringify(ruled)}::jsonb, ${arrivedAt}::timestamptz
    FROM ruling
    RETURNING id, player_ids AS "playerIds"`
  if (!told) return settled(await readReport(database, report.id), report)
  live.announce({ id: Number(told.id), type: 'report', report: ruled }, told.playerIds)
  return ok({ report: ruled })
}

/** For who comes too late: what became of the report, and by whom. */
function settled(now: Report | undefined, { id }: Report) {
  if (!now?.verdict) return reportNotFound(id)
  const { state, verdict } = now
  return refuse(
    'conflict',
    `${verdict.by.username} has ruled on this report: it was ${state} at ${verdict.at}.`,
  )
}
