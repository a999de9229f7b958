import type {
  Channel,
  ChannelFormat,
  ChannelKind,
  ChannelTest,
  ClubChannel,
  ClubChannelKind,
} from '@tegenzet/contract'
import { channels } from '@tegenzet/pages/account'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'

export type AnyChannel = Channel | ClubChannel
type AnyKind = AnyChannel['kinds'][number]

/** Kinds of news that are chosen together. */
export interface KindGroup {
  kinds: readonly AnyKind[]
  name: () => string
}

export interface ChannelDetails {
  format: ChannelFormat
  url: string
  kinds: AnyKind[]
}

/** The channels of somebody: what they tell, and the calls that change them. */
export interface ChannelCalls {
  groups: readonly KindGroup[]
  list(): Promise<AnyChannel[]>
  create(details: ChannelDetails): Promise<unknown>
  update(id: number, details: Partial<ChannelDetails>): Promise<unknown>
  remove(id: number): Promise<unknown>
  test(id: number): Promise<ChannelTest>
}

export const OWN_CHANNELS: ChannelCalls = {
  groups: [
    { kinds: ['turn', 'reminder', 'time-out'], name: m.channels_kind_turn },
    { kinds: ['challenge-received', 'challenge-expired'], name: m.channels_kind_challenge },
    { kinds: ['game-begun', 'game-over'], name: m.channels_kind_game },
    { kinds: ['draw-offered', 'claim-filed', 'claim-withdrawn', 'claim-ruled'], name: m.channels_kind_claim },
    { kinds: ['message-received', 'time-given'], name: m.channels_kind_message },
  ],
  list: async () => (await api.call(...channels())).items,
  create: (details) => api.call('createChannel', { body: ofPerson(details) }),
  update: (id, details) => api.call('updateChannel', { params: { id }, body: ofPerson(details) }),
  remove: (id) => api.call('deleteChannel', { params: { id } }),
  test: (id) => api.call('testChannel', { params: { id } }),
}

export const clubChannels = (slug: string): ChannelCalls => ({
  groups: [
    { kinds: ['match-announced'], name: m.channels_club_kind_match },
    { kinds: ['lineups-closing'], name: m.channels_club_kind_closing },
    { kinds: ['board-over'], name: m.channels_club_kind_board },
    { kinds: ['match-over'], name: m.channels_club_kind_result },
    { kinds: ['tournament-announced'], name: m.channels_club_kind_tournament },
  ],
  list: async () => (await api.call('listClubChannels', { params: { slug } })).items,
  create: (details) => api.call('createClubChannel', { params: { slug }, body: ofClub(details) }),
  update: (id, details) => api.call('updateClubChannel', { params: { slug, id }, body: ofClub(details) }),
  remove: (id) => api.call('deleteClubChannel', { params: { slug, id } }),
  test: (id) => api.call('testClubChannel', { params: { slug, id } }),
})

// the form offers the kinds of `groups` only
const ofPerson = <D extends Partial<ChannelDetails>>(details: D) => details as D & { kinds: ChannelKind[] }
const ofClub = <D extends Partial<ChannelDetails>>(details: D) => details as D & { kinds: ClubChannelKind[] }
