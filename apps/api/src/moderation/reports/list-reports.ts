import { ok, type Result } from '@tegenzet/common'
import type { listReportQueueQuery, QueuedReport, Report } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import { type Page, pageOf } from '../../store/page.ts'
import { queuePage } from '../../store/queue-page.ts'
import type { Db } from '../../store/transaction.ts'
import { countOpenReports, queuedReport } from './queued-report.ts'
import { readReports } from './report-store.ts'

/** The reports that a player has made, newest first. */
export const listReports = (
  db: Db,
  { playerId: byId }: Caller,
  query: { limit: number; cursor?: string | undefined },
): Promise<Result<Page<Report>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) => readReports(db, { ...page, where: { ...where, byId } }),
    (report) => report,
  )

/** Reports by state, without those about the caller. Open ones are listed oldest first, all others newest first. */
export async function listReportQueue(
  db: Db,
  { playerId }: Caller,
  query: z.output<typeof listReportQueueQuery>,
): Promise<Result<Page<QueuedReport>, Refusal>> {
  const { status, limit } = query
  const page = queuePage(query, 'reports')
  if (!page.ok) return page
  const reports = await readReports(db, {
    ...page.value,
    where: {
      ...page.value.where,
      playerId: { not: playerId },
      state: status === 'ruled' ? { in: ['upheld', 'dismissed'] } : status,
    },
  })
  const open = await countOpenReports(
    db,
    reports.map(({ player }) => player.id),
  )
  return ok(
    pageOf(
      reports,
      limit,
      (report) => [status, report.id],
      (report) => queuedReport(report, playerId, open),
    ),
  )
}
