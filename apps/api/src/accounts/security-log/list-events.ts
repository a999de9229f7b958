import type { Result } from '@tegenzet/common'
import { SECURITY_LOG_DAYS, type SecurityEvent, type SecurityEventKind } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { deviceOf } from './device.ts'

const DAY_MS = 86_400_000

/** What happened to an account, newest first. */
export const listSecurityEvents = (
  db: Db,
  accountId: number,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<SecurityEvent>, Refusal>> =>
  newestFirst(
    query,
    ({ where, ...page }) => db.securityEvent.findMany({ ...page, where: { ...where, accountId } }),
    ({ id, kind, subject, userAgent, network, at }) => ({
      id,
      kind: kind as SecurityEventKind,
      subject,
      ...deviceOf(userAgent ?? ''),
      network,
      at: at.toISOString(),
    }),
  )

/** Deletes old events. @returns how many */
export async function pruneSecurityEvents({ now }: Pick<Deps, 'now'>, db: Db): Promise<number> {
  const before = new Date(now().getTime() - SECURITY_LOG_DAYS * DAY_MS)
  return (await db.securityEvent.deleteMany({ where: { at: { lte: before } } })).count
}
