import type { QueueDefinition } from '../../jobs/queues.ts'

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
