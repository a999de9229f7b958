import { ok, type Result } from '@tegenzet/common'
import type { ContentReportStatus, reportContentBody } from '@tegenzet/contract'
import type { ContentReportModel } from '@tegenzet/db'
import type { z } from 'zod'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { codeOfReport, readReportCode } from './content-report-code.ts'

const DAY_MS = 86_400_000

interface ReportContent extends z.output<typeof reportContentBody> {
  /** The client's, which reports are limited by. */
  address: string
  arrivedAt: Date
}

/** Takes a report of unlawful content from anybody. */
export async function reportContent(
  deps: Deps,
  db: Db,
  { location, text, name, email, address, arrivedAt: createdAt }: ReportContent,
): Promise<Result<ContentReportStatus, Refusal>> {
  const limit = { key: ['content-report', address], max: deps.config.limits.reports, windowMs: DAY_MS }
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted
  const row = await db.contentReport.create({
    data: { location, text, name: name ?? null, email: email ?? null, createdAt },
  })
  return ok(statusView(deps, row))
}

/** The decision on a content report, for its sender. */
export async function getContentReport(
  deps: Deps,
  db: Db,
  code: string,
): Promise<Result<ContentReportStatus, Refusal>> {
  const id = readReportCode(deps.config, code)
  const row = id === null ? null : await db.contentReport.findUnique({ where: { id } })
  return row ? ok(statusView(deps, row)) : refuse('not-found', 'There is no content report with this code.')
}

const statusView = (
  { config }: Deps,
  { id, state, reason, decidedAt, createdAt }: ContentReportModel,
): ContentReportStatus => ({
  id,
  code: codeOfReport(config, id),
  state,
  createdAt: createdAt.toISOString(),
  decision: decidedAt && { reason: existing(reason), at: decidedAt.toISOString() },
})
