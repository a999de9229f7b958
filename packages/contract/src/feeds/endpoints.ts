import { emptyBody } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { createdTurnFeedSchema, turnFeedSchema } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts', access: 'session' })

export const FEED_ENDPOINTS = {
  getTurnFeed: endpoint('getTurnFeed', {
    summary: 'Get the state of your feed',
    description:
      'Tells whether you have a URL for the feed of games that wait for you, and when it was last fetched. The URL itself is returned only by `createTurnFeed`.',
    responses: { 200: turnFeedSchema },
  }),
  createTurnFeed: endpoint('createTurnFeed', {
    summary: 'Create the URL of your feed',
    description:
      'Creates a secret URL of an Atom feed (RFC 4287) with an entry for every game in which you are to move; each turn is a new entry. Subscribe to it in a feed reader. Anyone who has the URL can read the feed. Calling this again creates a new URL, and the old one stops working.',
    proof: true,
    body: emptyBody,
    responses: { 201: createdTurnFeedSchema },
  }),
  deleteTurnFeed: endpoint('deleteTurnFeed', {
    summary: 'Delete the URL of your feed',
    description: 'The URL stops working at once. Succeeds also if there was none.',
    responses: { 204: 'Deleted' },
  }),
}
