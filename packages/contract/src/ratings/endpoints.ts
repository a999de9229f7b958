import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MODERATORS } from '../roles.ts'
import {
  LEADERBOARD_DAYS,
  leaderboardPage,
  leaderboardParams,
  leaderboardQuery,
  MIN_QUICK_WINS,
  playerRatingsSchema,
  QUICK_PLIES,
  RUN_GAMES,
  ratingHistoryPage,
  ratingHistoryParams,
  ratingHistoryQuery,
  ratingsParams,
  stakesSchema,
  unusualRunsSchema,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Ratings', feature: 'ratings' })

export const RATING_ENDPOINTS = {
  listRatings: endpoint('listRatings', {
    summary: 'List a player’s ratings',
    description:
      'One for each rule set in which the player has finished a rated game, the most played first.',
    access: 'reader',
    params: ratingsParams,
    responses: { 200: playerRatingsSchema },
    errors: ['not-found'],
  }),
  listRatingHistory: endpoint('listRatingHistory', {
    summary: 'List a player’s rated games in a rule set',
    description: 'Oldest first, each with the rating after the game.',
    access: 'reader',
    params: ratingHistoryParams,
    query: ratingHistoryQuery,
    responses: { 200: ratingHistoryPage },
    errors: ['not-found'],
  }),
  getLeaderboard: endpoint('getLeaderboard', {
    summary: 'Get the leaderboard of a rule set',
    description: `Players by rating, the highest first. A player is on it while their rating is not provisional and their last rated game ended at most ${LEADERBOARD_DAYS} days ago. How many games that takes depends on the results and on the opponents’ ratings.`,
    access: 'reader',
    params: leaderboardParams,
    query: leaderboardQuery,
    responses: { 200: leaderboardPage },
  }),
  listUnusualRuns: endpoint('listUnusualRuns', {
    tag: 'Admin',
    summary: 'List unusual runs of rated games',
    description: `Pairs of players of whom one has beaten the other at least ${MIN_QUICK_WINS} times by resignation or on time before ply ${QUICK_PLIES}, among the latest ${RUN_GAMES} rated games. At most 50, the longest run first. This is a hint, not proof: nothing follows from it by itself.`,
    access: 'session',
    roles: MODERATORS,
    responses: { 200: unusualRunsSchema },
  }),
  getStakes: endpoint('getStakes', {
    summary: 'Get what a challenge would do to your rating',
    description:
      'How much a win, a draw and a loss would change your rating if the game ended now. For the two players of the challenge, and for anybody who could accept it.',
    access: 'challenge:write',
    params: idParams,
    responses: { 200: stakesSchema },
    errors: ['not-found'],
  }),
}
