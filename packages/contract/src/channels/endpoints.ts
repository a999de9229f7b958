import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  CHANNEL_TESTS,
  channelsSchema,
  channelTestSchema,
  createChannelBody,
  oneChannelSchema,
  updateChannelBody,
} from './schemas.ts'

export const CHANNEL_ENDPOINTS = {
  createChannel: endpoint('createChannel', {
    tag: 'Notifications',
    summary: 'Tell what happens in a chat or on a phone',
    description:
      'From now on, what happens to you is written to this address in the form that its service understands, a few seconds later, with a link, in your language. It waits for the end of quiet hours, and does not come once you have seen it. No answer contains the address again. Fails with `url-refused` if the address is not allowed, with `validation` at `format` if its host does not tell the service, and with `limit-reached` if you have ten.',
    access: 'session',
    proof: true,
    body: createChannelBody,
    responses: { 201: oneChannelSchema },
    errors: ['url-refused', 'limit-reached'],
  }),
  listChannels: endpoint('listChannels', {
    tag: 'Notifications',
    summary: 'List your channels',
    description: 'Newest first, at most ten.',
    access: 'session',
    responses: { 200: channelsSchema },
    errors: [],
  }),
  updateChannel: endpoint('updateChannel', {
    tag: 'Notifications',
    summary: 'Change a channel',
    description:
      'Changes the given fields. A new `url` begins anew: what waited for the old one is dropped. It fails with `proof-needed`, like `createChannel`, and its `format` is told by its host, or stays, unless you give one. Fails with `conflict` if the server can no longer read the address that it stays with, because the host has changed `SECRET`.',
    access: 'session',
    params: idParams,
    body: updateChannelBody,
    responses: { 200: oneChannelSchema },
    errors: ['not-found', 'conflict', 'url-refused', 'proof-needed'],
  }),
  deleteChannel: endpoint('deleteChannel', {
    tag: 'Notifications',
    summary: 'Delete a channel',
    description: 'Nothing more is sent, and the address is forgotten.',
    access: 'session',
    params: idParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found'],
  }),
  testChannel: endpoint('testChannel', {
    tag: 'Notifications',
    summary: 'Test a channel',
    description: `Sends a message at once, also in quiet hours, and returns what the service answered within two seconds. A channel that was \`broken\` is \`ok\` again if it arrives. At most ${CHANNEL_TESTS} tests an hour.`,
    access: 'session',
    params: idParams,
    body: emptyBody,
    responses: { 200: channelTestSchema },
    errors: ['not-found', 'conflict'],
  }),
}
