import type { ChannelFormat } from '@tegenzet/contract'

const SERVICES: Record<ChannelFormat, string> = {
  discord: 'Discord',
  slack: 'Slack',
  ntfy: 'ntfy',
  matrix: 'Matrix',
  telegram: 'Telegram',
}

/** The name of the service that a channel writes to, the same in every language. */
export const channelService = (format: ChannelFormat): string => SERVICES[format]
