import { ok, type Result } from '@tegenzet/common'
import {
  CHANNEL_FORMATS,
  CHANNEL_KINDS,
  type Channel,
  type ChannelFormat,
  CLUB_CHANNEL_KINDS,
  type ClubChannel,
} from '@tegenzet/contract'
import type { ChannelModel } from '@tegenzet/db'
import type { Refusal } from '../../refusal.ts'
import { oneOf } from '../../store/decode.ts'

export const formatOf = ({ format }: Pick<ChannelModel, 'format'>): ChannelFormat =>
  oneOf(CHANNEL_FORMATS, format)

/** @param kinds everything that the channel can tell */
const view = <Kind extends string>(row: ChannelModel, kinds: readonly Kind[]) => ({
  id: row.id,
  format: formatOf(row),
  url: row.shortened,
  kinds: row.kinds.length > 0 ? (row.kinds as Kind[]) : [...kinds],
  state: row.brokenAt ? ('broken' as const) : ('ok' as const),
  lastStatus: row.lastStatus,
  lastError: row.lastError as Channel['lastError'],
  lastDetail: row.lastDetail,
  createdAt: row.createdAt.toISOString(),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
})

export const channelView = (row: ChannelModel): Channel => view(row, CHANNEL_KINDS)
export const clubChannelView = (row: ChannelModel): ClubChannel => view(row, CLUB_CHANNEL_KINDS)

/** A channel that was made or changed, as its owner sees it. */
export const viewed = <View>(
  made: Result<ChannelModel, Refusal>,
  view: (row: ChannelModel) => View,
): Result<{ channel: View }, Refusal> => (made.ok ? ok({ channel: view(made.value) }) : made)
