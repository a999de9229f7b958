/** The services that a channel can write to. */
export const CHANNEL_FORMATS = ['discord', 'slack', 'ntfy', 'matrix', 'telegram'] as const
export type ChannelFormat = (typeof CHANNEL_FORMATS)[number]

/** The format of an address that a service has given out. Other formats have no host of their own. */
const FORMAT_OF_HOST: Record<string, ChannelFormat> = {
  'discord.com': 'discord',
  'discordapp.com': 'discord',
  'hooks.slack.com': 'slack',
  'api.telegram.org': 'telegram',
  'ntfy.sh': 'ntfy',
}

/** @returns null if the host alone does not tell */
export function channelFormatOf(url: string): ChannelFormat | null {
  const host = new URL(url).hostname.replace(/\.$/, '')
  const known = Object.entries(FORMAT_OF_HOST).find(([name]) => host === name || host.endsWith(`.${name}`))
  return known?.[1] ?? null
}
