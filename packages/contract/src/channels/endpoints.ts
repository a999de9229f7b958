import { clubParams } from '../clubs/schemas.ts'
import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import {
  CHANNEL_TESTS,
  channelsSchema,
  channelTestSchema,
  clubChannelParams,
  clubChannelsSchema,
  createChannelBody,
  createClubChannelBody,
  MAX_CHANNELS,
  MAX_CLUB_CHANNELS,
  oneChannelSchema,
  oneClubChannelSchema,
  updateChannelBody,
  updateClubChannelBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Notifications', access: 'session' })
const clubEndpoint = endpointsOf({ tag: 'Clubs', access: 'session', feature: 'clubs' })

export const CHANNEL_ENDPOINTS = {
  createChannel: endpoint('createChannel', {
    summary: 'Tell what happens in a chat or on a phone',
    description: `From now on, what happens to you is written to this address in the form that its service understands, a few seconds later, with a link, in your language. It waits for the end of quiet hours and days off (a reminder not of days off, nor of quiet hours that the deadline falls in) and does not come once you have seen it. No answer contains the address again. Fails with \`url-refused\` if the address is not allowed, with \`validation\` at \`format\` if its host does not tell the service, and with \`limit-reached\` if you have ${MAX_CHANNELS}.`,
    proof: true,
    body: createChannelBody,
    responses: { 201: oneChannelSchema },
    errors: ['url-refused', 'limit-reached'],
  }),
  listChannels: endpoint('listChannels', {
    summary: 'List your channels',
    description: `Newest first, at most ${MAX_CHANNELS}.`,
    responses: { 200: channelsSchema },
  }),
  updateChannel: endpoint('updateChannel', {
    summary: 'Change a channel',
    description:
      'Changes the given fields. A new `url` begins anew: what waited for the old one is dropped. It fails with `proof-needed`, like `createChannel`, and its `format` is told by its host, or stays, unless you give one. Fails with `conflict` if the server can no longer read the address that it stays with, because the host has changed `SECRET`.',
    params: idParams,
    body: updateChannelBody,
    responses: { 200: oneChannelSchema },
    errors: ['not-found', 'conflict', 'url-refused', 'proof-needed'],
  }),
  deleteChannel: endpoint('deleteChannel', {
    summary: 'Delete a channel',
    description: 'Nothing more is sent, and the address is forgotten.',
    params: idParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found'],
  }),
  testChannel: endpoint('testChannel', {
    summary: 'Test a channel',
    description: `Sends a message at once, also in quiet hours, and returns what the service answered within two seconds. A channel that was \`broken\` is \`ok\` again if it arrives. At most ${CHANNEL_TESTS} tests an hour.`,
    params: idParams,
    body: emptyBody,
    responses: { 200: channelTestSchema },
    errors: ['not-found', 'conflict'],
  }),
  createClubChannel: clubEndpoint('createClubChannel', {
    summary: 'Tell what happens in a club in a chat',
    description: `As \`createChannel\`, for the owner and the organisers of a club: its channels tell, in its language, of matches that open, line-ups that close soon, boards that end, results and new tournaments. They belong to the club, whoever owns it. Times are in the owner’s time zone. Fails with \`limit-reached\` if the club has ${MAX_CLUB_CHANNELS}.`,
    proof: true,
    begins: true,
    params: clubParams,
    body: createClubChannelBody,
    responses: { 201: oneClubChannelSchema },
    errors: ['not-found', 'forbidden', 'url-refused', 'limit-reached'],
  }),
  listClubChannels: clubEndpoint('listClubChannels', {
    summary: 'List the channels of a club',
    description: `For its owner and organisers. Newest first, at most ${MAX_CLUB_CHANNELS}.`,
    params: clubParams,
    responses: { 200: clubChannelsSchema },
    errors: ['not-found', 'forbidden'],
  }),
  updateClubChannel: clubEndpoint('updateClubChannel', {
    summary: 'Change a channel of a club',
    description: 'As `updateChannel`, for the owner and the organisers of the club.',
    params: clubChannelParams,
    body: updateClubChannelBody,
    responses: { 200: oneClubChannelSchema },
    errors: ['not-found', 'forbidden', 'conflict', 'url-refused', 'proof-needed'],
  }),
  deleteClubChannel: clubEndpoint('deleteClubChannel', {
    summary: 'Delete a channel of a club',
    description: 'For its owner and organisers. Nothing more is sent, and the address is forgotten.',
    params: clubChannelParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found', 'forbidden'],
  }),
  testClubChannel: clubEndpoint('testClubChannel', {
    summary: 'Test a channel of a club',
    description: `As \`testChannel\`, for the owner and the organisers of the club. At most ${CHANNEL_TESTS} tests an hour in a club.`,
    params: clubChannelParams,
    body: emptyBody,
    responses: { 200: channelTestSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
