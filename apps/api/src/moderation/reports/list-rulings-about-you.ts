import type { Result } from '@tegenzet/common'
import { REPORT_REASONS, type RulingAboutYou } from '@tegenzet/contract'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer, oneOf, PLAYER } from '../../store/decode.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'

/** Rulings that upheld reports about the caller, newest first. They do not say who reported. */
export const listRulingsAboutYou = (
  db: Db,
  { playerId }: Caller,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<RulingAboutYou>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) =>
      db.reportRuling.findMany({
        ...page,
        where: { ...where, verdict: 'uphold', report: { playerId } },
        include: {
          report: { select: { id: true, reason: true } },
          by: PLAYER,
        },
      }),
    ({ report, reason, by, warningId, createdAt }) => ({
      report: report.id,
      reportReason: oneOf(REPORT_REASONS, report.reason),
      reason,
      by: decodePlayer(by),
      warned: warningId !== null,
      at: createdAt.toISOString(),
    }),
  )
