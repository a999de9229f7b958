import type { ChannelFormat } from '@tegenzet/contract'
import { channelService } from '@tegenzet/texts/channel-service'
import { m } from '@tegenzet/texts/messages'
import { siteName } from '$lib/site/site-name.ts'
import { formatAttemptOutcome } from '../format-attempt-outcome.ts'
import type { AnyChannel, KindGroup } from './channel-calls.ts'

/** The names of the groups of which a channel tells something. */
export function formatKinds({ kinds }: Pick<AnyChannel, 'kinds'>, groups: readonly KindGroup[]): string {
  const told = groups.filter((group) => group.kinds.some((kind) => kinds.some((each) => each === kind)))
  return told.length === groups.length ? m.channels_kinds_all() : told.map(({ name }) => name()).join(' · ')
}

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
export const formatChannel = ({ format, url }: Pick<AnyChannel, 'format' | 'url'>): string =>
  `${channelService(format)}, ${url.replace(/^https?:\/\//, '')}`

/** What went wrong, with the service's own words. */
export const formatFailure = ({
  status,
  error,
  detail,
}: Parameters<typeof formatAttemptOutcome>[0] & { detail: string | null }): string =>
  [formatAttemptOutcome({ status, error }), detail].filter(Boolean).join(`${m.i18n_colon()} `)
