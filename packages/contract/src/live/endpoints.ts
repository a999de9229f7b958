import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import {
  followEventsQuery,
  followGameQuery,
  type GameUpdate,
  gameUpdateSchema,
  type LiveEvent,
  liveEventSchema,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Live' })

export const EVENT_ENDPOINTS = {
  followEvents: endpoint('followEvents', {
    summary: 'Follow your events',
    description: `A stream of all events about your games, challenges, messages, claims and notifications. It starts with your running games as \`game\` events, the nearest deadline first, and then sends every event once, those of a game in the order of \`version\`.

To resume after a disconnect, send the \`id\` of the last new event as \`since\`: the stream starts with your running games as they are now, followed by the missed events of the last day. If \`since\` is older or unknown, you get all events of the last day. Drop events whose \`id\` you have already seen, and you process each event exactly once.

A token receives only events covered by its scopes; challenges need \`challenge:write\`, claims in games of others \`admin:claims\`, and appeals of others \`admin:reports\`. The server closes the stream if you read too slowly, when your token or session ends, and when it shuts down.`,
    access: 'game:read',
    guests: true,
    query: followEventsQuery,
    responses: { 200: liveEventSchema },
    lines:
      'One event per line, until either side closes the stream. If there is no event for ten seconds, the server sends an empty line to show that the connection is alive',
    eventId: ({ id }: LiveEvent) => id,
  }),
  followGame: endpoint('followGame', {
    summary: 'Follow a game',
    description:
      'A stream of one game for everyone, without a login. It starts with the game as it is now and then sends it after each change, in the order of `version`. It ends when the game is over: a game that is over already gives one line. After a disconnect, open it again and ignore versions that you know. The server closes the stream if you read too slowly and when it shuts down. A client of server-sent events connects again by itself: close it when the game is over.',
    access: 'reader',
    params: idParams,
    query: followGameQuery,
    responses: { 200: gameUpdateSchema },
    lines:
      'The game, one version per line, until it is over. If nothing changes for ten seconds, the server sends an empty line to show that the connection is alive',
    eventId: ({ game }: GameUpdate) => game.version,
    errors: ['not-found'],
  }),
}
