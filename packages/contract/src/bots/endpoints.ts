import { page } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { AVAILABILITY_MINUTES, availabilityBody, botSchema, listBotsQuery } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Bots' })

export const BOT_ENDPOINTS = {
  setAvailability: endpoint('setAvailability', {
    summary: 'Announce that your bot accepts challenges',
    description: `Lists your bot as available for ${AVAILABILITY_MINUTES} minutes, for the given rule sets. Repeat the call every few minutes to stay listed. Fails with \`forbidden\` unless the account is a bot account.`,
    access: 'challenge:write',
    newGames: 'body',
    body: availabilityBody,
    responses: { 200: botSchema },
    errors: ['muted', 'restricted', 'forbidden'],
  }),
  endAvailability: endpoint('endAvailability', {
    summary: 'Stop accepting challenges',
    description:
      'Removes your bot from the list of available bots at once. Its running games go on. Succeeds also if the bot was not listed. Fails with `forbidden` unless the account is a bot account.',
    access: 'challenge:write',
    responses: { 204: 'Not available' },
    errors: ['forbidden'],
  }),
  listBots: endpoint('listBots', {
    summary: 'List available bots',
    description:
      'Bots that accept challenges now. Challenge one by its username with `createChallenge`; it usually accepts within seconds. Built-in bots come first; within both groups the weaker ones come first.',
    access: 'reader',
    query: listBotsQuery,
    responses: { 200: page(botSchema) },
  }),
}
