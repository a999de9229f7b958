import { ok, type Result } from '@tegenzet/common'
import type { Appeal, listAppealsQuery, QueuedAppeal } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import { type Page, pageOf } from '../../store/page.ts'
import { queuePage } from '../../store/queue-page.ts'
import type { Db } from '../../store/transaction.ts'
import { readReports } from '../reports/report-store.ts'
import { APPEAL_WITH_PLAYERS, appealView } from './appeal-view.ts'
import { readSanctions } from './sanction-store.ts'

/** The open appeals, oldest first, or the decided ones, newest first. */
export async function listAppeals(
  db: Db,
  { playerId }: Caller,
  query: z.output<typeof listAppealsQuery>,
): Promise<Result<Page<QueuedAppeal>, Refusal>> {
  const { status, limit } = query
  const page = queuePage(query, 'appeals')
  if (!page.ok) return page
  const rows = await db.appeal.findMany({
    ...page.value,
    where: {
      ...page.value.where,
      // nobody sees reports about themselves
      NOT: { report: { playerId }, byId: { not: playerId } },
      state: status === 'open' ? 'open' : { not: 'open' },
    },
    include: APPEAL_WITH_PLAYERS,
  })
  const queued = await withTargets(db, rows.map(appealView), playerId)
  return ok(
    pageOf(
      queued,
      limit,
      ({ appeal }) => [status, appeal.id],
      (each) => each,
    ),
  )
}

/** Appeals with what they are against, as a moderator sees them. */
export async function withTargets(
  db: Db,
  appeals: readonly Appeal[],
  readerId: number,
): Promise<QueuedAppeal[]> {
  const sanctions = await readSanctions(db, {
    where: { id: { in: appeals.flatMap(({ sanction }) => sanction ?? []) } },
  })
  const reports = await readReports(db, {
    where: { id: { in: appeals.flatMap(({ report }) => report ?? []) } },
  })
  return appeals.map((appeal) => {
    const target = sanctions.find(({ id }) => id === appeal.sanction) ?? null
    const report = reports.find(({ id }) => id === appeal.report) ?? null
    const parties = [appeal.by.id, target?.by.id, report?.verdict?.by.id, report?.by.id, report?.player.id]
    const mayDecide = appeal.state === 'open' && !parties.includes(readerId)
    return { appeal, target, report, mayDecide }
  })
}

/** The caller's own appeals, newest first. */
export const listOwnAppeals = (
  db: Db,
  { playerId: byId }: Caller,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<Appeal>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.appeal.findMany({ ...page, where: { ...where, byId }, include: APPEAL_WITH_PLAYERS }),
    appealView,
  )
