import type { Channel, ClubChannel } from './schemas.ts'

const channel: Channel = {
  id: 3,
  format: 'discord',
  url: 'https://discord.com/…x7Qa',
  kinds: ['turn', 'challenge-received', 'game-over'],
  state: 'ok',
  lastStatus: null,
  lastError: null,
  lastDetail: null,
  createdAt: '2026-11-28T18:00:00.000Z',
  lastSentAt: null,
}
const { kinds } = channel
const clubChannel: ClubChannel = { ...channel, id: 4, kinds: ['match-announced', 'match-over'] }

export const CHANNEL_EXAMPLES = {
  createChannel: {
    body: { url: 'https://discord.com/api/webhooks/1234567890/AbC-dEf_x7Qa', kinds },
    response: { channel },
  },
  listChannels: { response: { items: [channel] } },
  updateChannel: { body: { kinds }, response: { channel } },
  testChannel: { response: { status: 204, error: null, detail: null } },
  createClubChannel: {
    body: { url: 'https://discord.com/api/webhooks/1234567890/AbC-dEf_x7Qa', kinds: clubChannel.kinds },
    response: { channel: clubChannel },
  },
  listClubChannels: { response: { items: [clubChannel] } },
  updateClubChannel: {
    body: { kinds: clubChannel.kinds },
    response: { channel: clubChannel },
  },
  testClubChannel: { response: { status: 204, error: null, detail: null } },
}
