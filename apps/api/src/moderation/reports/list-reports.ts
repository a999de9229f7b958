import type { listReportQueueQuery, QueuedReport, Report } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { concerns, readReports } from './report-row.ts'

/** Reports a player has made, newest first. */
export async function listReports(
  { database }: Deps,
  { playerId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Result<Page<Report>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const older = before.value === undefined ? Prisma.empty : Prisma.sql`AND r.id < ${before.value}`
  const reports = await readReports(
    database,
    Prisma.sql`r.by_id = ${playerId} ${older}`,
    Prisma.sql`ORDER BY r.id DESC LIMIT ${limit + 1}`,
  )
  return ok(
    pageOf(
      reports,
      limit,
      ({ id }) => id,
      (report) => report,
    ),
  )
}

/** The last report of a page, with the list it is of: a cursor of one is none of another. */
const cursorSchema = z.tuple([z.string().max(20), keyId])

/** The reports of a state: the open ones oldest first, for who waits longest is next. */
export async function listReportQueue(
  { database }: Deps,
  { playerId }: Caller,
  { status, limit, cursor }: z.output<typeof listReportQueueQuery>,
): Promise<Result<Page<QueuedReport>, Refusal>> {
  const decoded = decodeCursor(cursor, cursorSchema)
  if (!decoded.ok) return decoded
  const [of, id] = decoded.value ?? []
  if (of !== undefined && of !== status)
    return refuse('validation', `The cursor is not of the list of ${status} reports.`)

  const states = Prisma.raw(
    status === 'ruled' ? `r.state IN ('upheld', 'dismissed')` : `r.state = '${status}'`,
  )
  const [after, order] =
    status === 'open' ? [Prisma.sql`>`, Prisma.sql`ASC`] : [Prisma.sql`<`, Prisma.sql`DESC`]
  const reports = await readReports(
    database,
    Prisma.sql`${states} ${id === undefined ? Prisma.empty : Prisma.sql`AND r.id ${after} ${id}`}`,
    Prisma.sql`ORDER BY r.id ${order} LIMIT ${limit + 1}`,
  )
  const open = await countOpen(
    database,
    reports.map(({ player }) => player.id),
  )
  return ok(
    pageOf(
      reports,
      limit,
      (report) => [status, report.id],
      (report) => queued(report, playerId, open),
    ),
  )
}

/** How many open reports there are of each of these players. */
export async function countOpen(
  { prisma }: Deps['database'],
  playerIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = await prisma.report.groupBy({
    by: ['playerId'],
    where: { state: 'open', playerId: { in: [...playerIds] } },
    _count: true,
  })
  return new Map(counts.map(({ playerId, _count }) => [playerId, _count]))
}

/** A report as an admin is shown it. */
export function queued(report: Report, adminId: number, open: ReadonlyMap<number, number>): QueuedReport {
  const isOpen = report.state === 'open'
  return {
    report,
    mayRule: isOpen && !concerns(report, adminId),
    otherOpen: (open.get(report.player.id) ?? 0) - (isOpen ? 1 : 0),
  }
}
