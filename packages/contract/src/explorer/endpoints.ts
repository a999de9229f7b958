import { endpointsOf } from '../endpoint.ts'
import { exploreQuery, explorerParams, explorerSchema } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Analysis', feature: 'analysis' })

export const EXPLORER_ENDPOINTS = {
  explore: endpoint('explore', {
    summary: 'Explore openings',
    description:
      'What was played in a position, or a mirror image of it, within the first 24 plies of the finished games of this server, and how those games ended. A game is counted within seconds after its end; games of guests and cancelled ones are not. Fails with `game-running` if the position, or one to which a move in `moves` leads, stands in a running game of yours or can arise from it within two plies, and with `malformed-position` if it cannot be read or cannot arise.',
    access: 'reader',
    params: explorerParams,
    query: exploreQuery,
    responses: { 200: explorerSchema },
    errors: ['game-running', 'not-found', 'malformed-position'],
  }),
}
