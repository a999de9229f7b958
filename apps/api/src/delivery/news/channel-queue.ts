import type { QueueDefinition } from '../../jobs/queues.ts'

/** Tells what waits for a channel. */
export interface ChannelJob {
  channel: number
}

export const CHANNEL_CALLS: QueueDefinition<ChannelJob> = { name: 'channel-calls' }

/** Calls of one account are made one at a time. */
export const channelGroup = (accountId: number): string => `account ${accountId}`
