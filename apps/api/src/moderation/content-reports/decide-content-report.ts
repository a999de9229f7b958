import { ok, type Result } from '@tegenzet/common'
import type { ContentReport, listContentReportsQuery } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import { type Page, pageOf } from '../../store/page.ts'
import { queuePage } from '../../store/queue-page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'

const WITH_DECIDER = {
  decidedBy: PLAYER,
} satisfies Prisma.ContentReportInclude
type ContentReportRow = Prisma.ContentReportGetPayload<{ include: typeof WITH_DECIDER }>

/** The open reports, oldest first, or the decided ones, newest first. */
export async function listContentReports(
  db: Db,
  query: z.output<typeof listContentReportsQuery>,
): Promise<Result<Page<ContentReport>, Refusal>> {
  const { status, limit } = query
  const page = queuePage(query, 'content-reports')
  if (!page.ok) return page
  const rows = await db.contentReport.findMany({
    ...page.value,
    where: { ...page.value.where, state: status === 'open' ? 'open' : { not: 'open' } },
    include: WITH_DECIDER,
  })
  return ok(pageOf(rows, limit, (row) => [status, row.id], contentReportView))
}

interface DecideContentReport {
  id: number
  verdict: 'upheld' | 'dismissed'
  reason: string
  caller: Caller
  arrivedAt: Date
}

/** Decides on a content report. The first of two moderators wins. */
export const decideContentReport = (
  db: Db,
  { id, verdict, reason, caller: { playerId: byId }, arrivedAt: at }: DecideContentReport,
): Promise<Result<ContentReport, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { count } = await tx.contentReport.updateMany({
      where: { id, state: 'open' },
      data: { state: verdict, reason, decidedById: byId, decidedAt: at },
    })
    const row = await tx.contentReport.findUnique({ where: { id }, include: WITH_DECIDER })
    if (!row) return refuse('not-found', `There is no content report ${id}.`)
    if (count === 0)
      return refuse('conflict', `${existing(row.decidedBy).username} has decided on this report.`)
    const details = { contentReport: id, verdict }
    await recordAct(tx, { kind: 'content-report-decided', byId, reason, details, at })
    return ok(contentReportView(row))
  })

const contentReportView = (row: ContentReportRow): ContentReport => ({
  id: row.id,
  location: row.location,
  text: row.text,
  name: row.name,
  email: row.email,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  decision: row.decidedAt && {
    by: decodePlayer(existing(row.decidedBy)),
    reason: existing(row.reason),
    at: row.decidedAt.toISOString(),
  },
})
