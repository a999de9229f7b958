import { enqueue } from '../../jobs/enqueue.ts'
import type { QueueDefinition } from '../../jobs/queues.ts'
import type { Db } from '../../store/transaction.ts'
import { WAIT_MS } from './news.ts'

/** Tells what waits for a channel. */
export interface ChannelJob {
  channel: number
}

export const CHANNEL_CALLS: QueueDefinition<ChannelJob> = { name: 'channel-calls' }

/** Whose channels: a column of `channels`. */
export type ChannelOwner = { accountId: number } | { clubId: number }

/** Calls of one account, or of one club, are made one at a time. */
export const channelGroup = (owner: ChannelOwner): string =>
  'clubId' in owner ? `club ${owner.clubId}` : `account ${owner.accountId}`

/** Queues a call for each channel that has something to tell. */
export const queueCalls = (db: Db, channels: readonly { id: number; owner: ChannelOwner }[]): Promise<void> =>
  enqueue(
    db,
    CHANNEL_CALLS,
    channels.map(({ id, owner }) => ({
      data: { channel: id },
      order: id,
      group: channelGroup(owner),
      afterMs: WAIT_MS,
    })),
  )
