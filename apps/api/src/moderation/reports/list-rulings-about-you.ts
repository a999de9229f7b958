import { REPORT_REASONS, type RulingAboutYou } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer, oneOf } from '../../store/decode.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'

/** Rulings that upheld reports about the caller, newest first. They do not say who reported. */
export async function listRulingsAboutYou(
  tx: Tx,
  { playerId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<RulingAboutYou>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await tx.reportRuling.findMany({
    where: {
      verdict: 'uphold',
      report: { playerId },
      ...(before.value !== undefined && { id: { lt: before.value } }),
    },
    include: {
      report: { select: { id: true, reason: true } },
      by: { select: { id: true, username: true, kind: true } },
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      ({ report, reason, by, warningId, createdAt }) => ({
        ...{ report: report.id, reportReason: oneOf(REPORT_REASONS, report.reason), reason },
        ...{ by: decodePlayer(by), warned: warningId !== null, at: createdAt.toISOString() },
      }),
    ),
  )
}
