import type { Channel, ChannelFormat, ChannelKind } from '@tegenzet/contract'
import { channelService } from '@tegenzet/texts/channel-service'
import { m } from '@tegenzet/texts/messages'
import { siteName } from '$lib/site/site-name.ts'
import { formatAttemptOutcome } from '../../webhooks/format-webhook.ts'

/** Kinds of news that are chosen together. */
export const KIND_GROUPS: readonly { kinds: readonly ChannelKind[]; name: () => string }[] = [
  { kinds: ['turn', 'reminder', 'time-out'], name: m.channels_kind_turn },
  { kinds: ['challenge-received', 'challenge-expired'], name: m.channels_kind_challenge },
  { kinds: ['game-begun', 'game-over'], name: m.channels_kind_game },
  { kinds: ['draw-offered', 'claim-filed', 'claim-withdrawn', 'claim-ruled'], name: m.channels_kind_claim },
  { kinds: ['message-received', 'time-given'], name: m.channels_kind_message },
]

/** The names of the groups of which a channel tells something. */
export const formatKinds = ({ kinds }: Pick<Channel, 'kinds'>): string =>
  KIND_GROUPS.filter((group) => group.kinds.some((kind) => kinds.includes(kind)))
    .map(({ name }) => name())
    .join(' · ')

const TELEGRAM = 'https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>'

/** Where to find the address of a service. */
export const RECIPES: Record<ChannelFormat, () => string> = {
  discord: m.channels_recipe_discord,
  slack: m.channels_recipe_slack,
  ntfy: m.channels_recipe_ntfy,
  matrix: () => m.channels_recipe_matrix({ site: siteName() }),
  telegram: () => m.channels_recipe_telegram({ address: TELEGRAM }),
}

export const serviceOption = (format: ChannelFormat): { value: ChannelFormat; label: string } => ({
  value: format,
  label: format === 'slack' ? m.channels_service_slack() : channelService(format),
})

/** Tells channels of one service apart. */
export const formatChannel = ({ format, url }: Pick<Channel, 'format' | 'url'>): string =>
  `${channelService(format)}, ${url.replace(/^https?:\/\//, '')}`

/** What went wrong, with the service's own words. */
export const formatFailure = ({
  status,
  error,
  detail,
}: Parameters<typeof formatAttemptOutcome>[0] & { detail: string | null }): string =>
  [formatAttemptOutcome({ status, error }), detail].filter(Boolean).join(': ')
