import type { Notification, NotificationsRead, readNotificationsBody } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'
import { decodeCursor, keyId, MAX_ID, type Page, pageOf } from '../../store/page.ts'
import { viewOf } from './write-notification.ts'

/** Newest first, with how many of all are unread. */
export async function listNotices(
  deps: Deps,
  { accountId }: Caller,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Result<Page<Notification> & { unread: number }, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await deps.database.prisma.notification.findMany({
    where: { accountId, ...(before.value !== undefined && { id: { lt: before.value } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const page = pageOf(
    rows,
    limit,
    ({ id }) => id,
    ({ gameId, ...row }) => viewOf({ ...row, game: gameId }),
  )
  return ok({ ...page, unread: await countUnread(deps, accountId) })
}

export const countUnread = ({ database }: Deps, accountId: number): Promise<number> =>
  database.prisma.notification.count({ where: { accountId, readAt: null } })

/** Marks notices as read, and tells the player's other devices. */
export async function readNotices(
  { database, live, now }: Deps,
  { accountId, playerId }: Caller,
  which: z.output<typeof readNotificationsBody>,
): Promise<Result<{ unread: number }, Refusal>> {
  const at = now()
  const id =
    'upTo' in which
      ? { lte: Math.min(which.upTo, MAX_ID) }
      : { in: which.ids.filter((each) => each <= MAX_ID) }
  const { unread, told } = await database.prisma.$transaction(async (tx) => {
    const { count } = await tx.notification.updateMany({
      where: { accountId, readAt: null, id },
      data: { readAt: at },
    })
    const unread = await tx.notification.count({ where: { accountId, readAt: null } })
    if (count === 0) return { unread, told: null }
    const reading: NotificationsRead = {
      upTo: 'upTo' in which ? which.upTo : null,
      ids: 'ids' in which ? which.ids : null,
      unread,
    }
    const event = await tx.event.create({
      data: {
        type: 'notices-read',
        playerIds: [playerId],
        actorId: playerId,
        payload: reading,
        createdAt: at,
      },
    })
    return { unread, told: { id: Number(event.id), type: 'notices-read' as const, 'notices-read': reading } }
  })
  if (told) live.announce(told, [playerId])
  return ok({ unread })
}
