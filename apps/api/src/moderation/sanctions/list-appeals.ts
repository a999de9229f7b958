import type { Appeal, listAppealsQuery, QueuedAppeal } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import { readReports } from '../reports/report-store.ts'
import { APPEAL_WITH_PLAYERS, appealView } from './appeal-view.ts'
import { readSanctions } from './sanction-store.ts'

const cursorSchema = z.tuple([z.enum(['open', 'decided']), keyId])

/** The open appeals, oldest first, or the decided ones, newest first. */
export async function listAppeals(
  tx: Tx,
  { playerId }: Caller,
  { status, limit, cursor }: z.output<typeof listAppealsQuery>,
): Promise<Result<Page<QueuedAppeal>, Refusal>> {
  const decoded = decodeCursor(cursor, cursorSchema)
  if (!decoded.ok) return decoded
  const [cursorStatus, id] = decoded.value ?? []
  if (cursorStatus !== undefined && cursorStatus !== status)
    return refuse('validation', `The cursor does not belong to the list of ${status} appeals.`)
  const isOpen = status === 'open'
  const rows = await tx.appeal.findMany({
    where: {
      // nobody sees reports about themselves
      NOT: { report: { playerId }, byId: { not: playerId } },
      state: isOpen ? 'open' : { not: 'open' },
      ...(id !== undefined && { id: isOpen ? { gt: id } : { lt: id } }),
    },
    include: APPEAL_WITH_PLAYERS,
    orderBy: { id: isOpen ? 'asc' : 'desc' },
    take: limit + 1,
  })
  const queued = await withTargets(tx, rows.map(appealView), playerId)
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
  tx: Tx,
  appeals: readonly Appeal[],
  readerId: number,
): Promise<QueuedAppeal[]> {
  const sanctions = await readSanctions(tx, {
    where: { id: { in: appeals.flatMap(({ sanction }) => sanction ?? []) } },
  })
  const reports = await readReports(tx, {
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
export async function listOwnAppeals(
  tx: Tx,
  { playerId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Appeal>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await tx.appeal.findMany({
    where: { byId: playerId, ...(before.value !== undefined && { id: { lt: before.value } }) },
    include: APPEAL_WITH_PLAYERS,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(pageOf(rows, limit, ({ id }) => id, appealView))
}
