import { endpoint } from '../endpoint.ts'
import { followEventsQuery, liveEventSchema } from '../live.ts'

/** One stream of all that concerns an account. */
export const EVENT_ENDPOINTS = {
  followEvents: endpoint('followEvents', {
    tag: 'Live',
    summary: 'Everything that happens to you, as it happens',
    description: `One stream for all of your games, challenges, messages, claims and notices. It begins with your running games as \`game\` events, as they stood at that moment, and goes on with each event once, those of a game by \`version\`. Whoever is cut off asks again with the \`id\` of the last event that was new as \`since\`: the games come as they stood then, and after them all that has happened in between, of the last day. With a \`since\` that is older or unknown that is the whole day. Whoever drops the ids it knows gets every event exactly once.

A token hears what its scopes cover: challenges need \`challenge:write\`. The server ends a stream whose reader does not keep up, whose token or session ends, and all of them when it stops.`,
    access: 'game:read',
    query: followEventsQuery,
    responses: { 200: liveEventSchema },
    lines:
      'One event a line, until either side ends it; an empty line every ten seconds, when nothing else comes, tells that it lives',
    errors: [],
  }),
}
