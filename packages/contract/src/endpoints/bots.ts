import { availabilityBody, botSchema, listBotsQuery } from '../bots.ts'
import { page } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Programs that play. */
export const BOT_ENDPOINTS = {
  setAvailability: endpoint('setAvailability', {
    tag: 'Bots',
    summary: 'Say that your bot takes challenges now',
    description:
      'For which rule sets, and how strong it plays. Stands for 5 minutes: a bot repeats it every few, and players see it ready. Only a bot’s account can say so.',
    access: 'challenge:write',
    body: availabilityBody,
    responses: { 200: botSchema },
    errors: ['forbidden'],
  }),
  endAvailability: endpoint('endAvailability', {
    tag: 'Bots',
    summary: 'Say that your bot takes no more challenges',
    description:
      'At once, instead of after the 5 minutes. Its games go on. The same where it was not available.',
    access: 'challenge:write',
    responses: { 204: 'Not available' },
    errors: ['forbidden'],
  }),
  listBots: endpoint('listBots', {
    tag: 'Bots',
    summary: 'Bots ready to play',
    description:
      'Those that take challenges now: challenge one by its name and it answers within seconds. The server’s own come first, the weakest first.',
    access: 'anyone',
    query: listBotsQuery,
    responses: { 200: page(botSchema) },
    errors: [],
  }),
}
