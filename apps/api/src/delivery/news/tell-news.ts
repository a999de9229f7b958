import type { ChannelKind, Notification } from '@tegenzet/contract'
import { CHANNEL_KINDS } from '@tegenzet/contract'
import type { Db } from '../../store/transaction.ts'
import { queueChannelNews } from './channel-queue.ts'
import type { NewsSubject } from './news.ts'
import { queuePushes } from './push-queue.ts'

/** News that an account's browsers and channels are to tell. */
export interface AccountNews {
  accountId: number
  kind: ChannelKind
  subject: NewsSubject
  createdAt: Date
}

/** Queues notifications of the kinds whose texts repeat nothing that a player has written. */
export const tellNotifications = (
  db: Db,
  notifications: readonly (Pick<Notification, 'id' | 'kind'> & { accountId: number; createdAt: Date })[],
): Promise<void> =>
  tellNews(
    db,
    notifications.flatMap(({ id, kind, ...each }) => {
      const told = CHANNEL_KINDS.find((name) => name === kind)
      return told ? { ...each, kind: told, subject: { notification: id } } : []
    }),
  )

/** Queues "It is your turn". */
export const tellTurns = (
  db: Db,
  turns: readonly { accountId: number; game: number; ply: number; createdAt: Date }[],
): Promise<void> =>
  tellNews(
    db,
    turns.map(({ accountId, createdAt, ...subject }) => ({ accountId, kind: 'turn', subject, createdAt })),
  )

async function tellNews(db: Db, news: readonly AccountNews[]): Promise<void> {
  if (news.length === 0) return
  await queuePushes(db, news)
  await queueChannelNews(db, news)
}
