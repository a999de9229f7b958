import type { QueuedReport, Report } from '@tegenzet/contract'
import type { Db } from '../../store/transaction.ts'

/** How many open reports there are about each of these players. */
export async function countOpenReports(db: Db, playerIds: readonly number[]): Promise<Map<number, number>> {
  const counts = await db.report.groupBy({
    by: ['playerId'],
    where: { state: 'open', playerId: { in: [...playerIds] } },
    _count: true,
  })
  return new Map(counts.map(({ playerId, _count }) => [playerId, _count]))
}

/** A report as an admin sees it. */
export function queuedReport(
  report: Report,
  adminId: number,
  openReports: ReadonlyMap<number, number>,
): QueuedReport {
  const isOpen = report.state === 'open'
  return {
    report,
    mayRule: isOpen && report.by.id !== adminId,
    otherOpen: (openReports.get(report.player.id) ?? 0) - (isOpen ? 1 : 0),
  }
}
