import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { playerPage } from '../people/schemas.ts'
import {
  listMatchesQuery,
  listMissingQuery,
  MAX_MATCH_PROPOSALS,
  matchPage,
  matchPlayerSchema,
  matchSchema,
  orderBoardsBody,
  proposedMatchSchema,
  proposeMatchBody,
  remindMembersBody,
  signUpBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Clubs', feature: 'matches' })

export const MATCH_ENDPOINTS = {
  proposeMatch: endpoint('proposeMatch', {
    summary: 'Challenge another club to a match',
    description: `For the owner and organisers of \`club\`. An organiser of \`opponent\` accepts or declines. When the line-ups close, the best of those who have signed up meet board by board, by rating, and all games start at once. Not accepted by then, it is declined. If \`opponent\` is the same club, the match is open at once, members choose a side, and it counts in no record. Fails with \`conflict\` while a proposal between the two clubs is open, and \`limit-reached\` after ${MAX_MATCH_PROPOSALS} proposals in 24 hours.`,
    access: 'club:write',
    begins: true,
    fieldFeatures: { rated: 'ratings', message: 'chat' },
    newGames: 'body',
    body: proposeMatchBody,
    responses: { 201: proposedMatchSchema },
    errors: ['not-found', 'forbidden', 'muted', 'conflict', 'terms-not-possible', 'limit-reached'],
  }),
  listMatches: endpoint('listMatches', {
    summary: 'List matches',
    description: 'Newest first, without players and games.',
    access: 'reader',
    query: listMatchesQuery,
    responses: { 200: matchPage },
  }),
  getMatch: endpoint('getMatch', {
    summary: 'Get a match',
    description: 'With its players, its boards and the score so far.',
    access: 'reader',
    params: idParams,
    responses: { 200: matchSchema },
    errors: ['not-found'],
  }),
  acceptMatch: endpoint('acceptMatch', {
    summary: 'Accept a match',
    description:
      'For the owner and organisers of the challenged club. From now on members of both can sign up. Fails with `conflict` if the match is not `proposed` any more.',
    access: 'club:write',
    begins: true,
    newGames: 'match',
    params: idParams,
    body: emptyBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  declineMatch: endpoint('declineMatch', {
    summary: 'Decline a match',
    description:
      'For the owner and organisers of the challenged club. Fails with `conflict` if the match is not `proposed` any more.',
    access: 'club:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  cancelMatch: endpoint('cancelMatch', {
    summary: 'Cancel a match',
    description:
      'For the owners and organisers of both clubs and for admins, before the start. Fails with `conflict` after it.',
    access: 'club:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  signUpForMatch: endpoint('signUpForMatch', {
    summary: 'Sign up for a match',
    description:
      'For a club, or for a side: in a match within one club only the side tells. While line-ups are open. Who has no board in the end plays no game. The owner and the organisers of a club sign members up who were made for it (`createMembers`) with `username` and `side`; these are told and can withdraw. Fails with `forbidden` for other players, with `not-a-member` of `club`, `already-entered` if you have signed up, also for the other club, `lineups-closed`, and `conflict` before the match is accepted.',
    access: 'club:write',
    begins: true,
    newGames: 'match',
    params: idParams,
    body: signUpBody,
    responses: { 201: matchPlayerSchema },
    errors: [
      'forbidden',
      'not-found',
      'not-a-member',
      'restricted',
      'conflict',
      'already-entered',
      'lineups-closed',
    ],
  }),
  orderBoards: endpoint('orderBoards', {
    summary: 'Order the boards of a side',
    description:
      'By hand instead of by rating, while line-ups are open. For the owner and organisers of the club; only they can read it before the start. Who signs up later comes last. Fails with `validation` if one of them has not signed up for this side, with `lineups-closed`, and `conflict` before the match is accepted.',
    access: 'club:write',
    params: idParams,
    body: orderBoardsBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict', 'lineups-closed'],
  }),
  startMatch: endpoint('startMatch', {
    summary: 'Start a match before its line-ups close',
    description:
      'For the owners and organisers of both clubs: the first one agrees (`agreedToStart`), the second one closes the line-ups, and all games start. In a match within one club the first one does. Fails with `conflict` before the match is accepted, and if a side would have no player, and with `lineups-closed`.',
    access: 'club:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict', 'lineups-closed'],
  }),
  withdrawFromMatch: endpoint('withdrawFromMatch', {
    summary: 'Withdraw from a match',
    description:
      'While line-ups are open. Fails with `not-found` if you have not signed up, and with `lineups-closed`.',
    access: 'club:write',
    params: idParams,
    responses: { 204: 'Withdrawn' },
    errors: ['not-found', 'lineups-closed'],
  }),
  listMissingFromMatch: endpoint('listMissingFromMatch', {
    summary: 'List the members who have not signed up',
    description: 'For the owner and organisers of `club`, in the order in which they joined.',
    access: 'club:write',
    params: idParams,
    query: listMissingQuery,
    responses: { 200: playerPage },
    errors: ['not-found', 'forbidden'],
  }),
  remindOfMatch: endpoint('remindOfMatch', {
    summary: 'Remind members to sign up',
    description:
      'For the owner and organisers of `club`, once in a match. Every member who has not signed up gets a notification. Fails with `conflict` if they were reminded already, and with `lineups-closed`.',
    access: 'club:write',
    params: idParams,
    body: remindMembersBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict', 'lineups-closed'],
  }),
}
