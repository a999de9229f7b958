import { ok, type Result } from '@tegenzet/common'
import type { Notification, NotificationsRead, readNotificationsBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { sessionIdOf } from '../../accounts/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { append } from '../../outbox/append.ts'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import { MAX_ID, type Page } from '../../store/page.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { forgetRead } from '../news/shown-messages.ts'
import { notificationView } from './write-notification.ts'

/** Lists notifications, newest first, with the number of all unread ones. */
export async function listNotifications(
  db: Db,
  { accountId }: Caller,
  query: { limit: number; cursor?: string },
): Promise<Result<Page<Notification> & { unread: number }, Refusal>> {
  const page = await newestFirst(
    query,
    ({ where, ...page }) => db.notification.findMany({ ...page, where: { ...where, accountId } }),
    notificationView,
  )
  return page.ok ? ok({ ...page.value, unread: await countUnread(db, accountId) }) : page
}

export const countUnread = (db: Db, accountId: number): Promise<number> =>
  db.notification.count({ where: { accountId, readAt: null } })

/** Marks notifications as read, and appends an event for the player's other devices. */
export function readNotifications(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  caller: Caller,
  which: z.output<typeof readNotificationsBody>,
): Promise<Result<{ unread: number }, Refusal>> {
  const { accountId, playerId } = caller
  const at = now()
  const id =
    'upTo' in which
      ? { lte: Math.min(which.upTo, MAX_ID) }
      : { in: which.ids.filter((each) => each <= MAX_ID) }
  return inTransaction(db, async (tx) => {
    const { count } = await tx.notification.updateMany({
      where: { accountId, readAt: null, id },
      data: { readAt: at },
    })
    const unread = await countUnread(tx, accountId)
    const read: NotificationsRead = {
      upTo: 'upTo' in which ? which.upTo : null,
      ids: 'ids' in which ? which.ids : null,
      unread,
    }
    const event = { type: 'notices-read', 'notices-read': read } as const
    if (count > 0 && caller.kind === 'session') await forgetRead(tx, sessionIdOf(caller))
    if (count > 0) await append(tx, [{ event, playerIds: [playerId] }], { by: playerId, at })
    return ok({ unread })
  })
}
