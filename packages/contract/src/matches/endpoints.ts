import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { playerPage } from '../people/schemas.ts'
import {
  listMatchesQuery,
  listMissingQuery,
  MAX_MATCH_PROPOSALS,
  matchPage,
  matchPlayerSchema,
  matchSchema,
  proposedMatchSchema,
  proposeMatchBody,
  remindMembersBody,
  signUpBody,
} from './schemas.ts'

export const MATCH_ENDPOINTS = {
  proposeMatch: endpoint('proposeMatch', {
    tag: 'Clubs',
    summary: 'Challenge another club to a match',
    description: `For the owner and organisers of \`club\`. An organiser of \`opponent\` accepts or declines. When the line-ups close, the best of those who have signed up meet board by board, by rating, and all games start at once. Not accepted by then, it is declined. Fails with \`conflict\` while a proposal between the two clubs is open, \`own-challenge\` if both are the same club, and \`limit-reached\` after ${MAX_MATCH_PROPOSALS} proposals in 24 hours.`,
    access: 'club:write',
    body: proposeMatchBody,
    responses: { 201: proposedMatchSchema },
    errors: [
      'not-found',
      'forbidden',
      'muted',
      'conflict',
      'own-challenge',
      'terms-not-possible',
      'limit-reached',
    ],
  }),
  listMatches: endpoint('listMatches', {
    tag: 'Clubs',
    summary: 'List matches',
    description: 'Newest first, without players and games.',
    access: 'reader',
    query: listMatchesQuery,
    responses: { 200: matchPage },
    errors: [],
  }),
  getMatch: endpoint('getMatch', {
    tag: 'Clubs',
    summary: 'Get a match',
    description: 'With its players, its boards and the score so far.',
    access: 'reader',
    params: idParams,
    responses: { 200: matchSchema },
    errors: ['not-found'],
  }),
  acceptMatch: endpoint('acceptMatch', {
    tag: 'Clubs',
    summary: 'Accept a match',
    description:
      'For the owner and organisers of the challenged club. From now on members of both can sign up. Fails with `conflict` if the match is not `proposed` any more.',
    access: 'club:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: matchSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  declineMatch: endpoint('declineMatch', {
    tag: 'Clubs',
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
    tag: 'Clubs',
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
    tag: 'Clubs',
    summary: 'Sign up for a match',
    description:
      'While line-ups are open. Who has no board in the end plays no game. Fails with `not-a-member` of `club`, `already-entered` if you have signed up, also for the other club, `lineups-closed`, and `conflict` before the match is accepted.',
    access: 'club:write',
    params: idParams,
    body: signUpBody,
    responses: { 201: matchPlayerSchema },
    errors: ['not-found', 'not-a-member', 'restricted', 'conflict', 'already-entered', 'lineups-closed'],
  }),
  withdrawFromMatch: endpoint('withdrawFromMatch', {
    tag: 'Clubs',
    summary: 'Withdraw from a match',
    description:
      'While line-ups are open. Fails with `not-found` if you have not signed up, and with `lineups-closed`.',
    access: 'club:write',
    params: idParams,
    responses: { 204: 'Withdrawn' },
    errors: ['not-found', 'lineups-closed'],
  }),
  listMissingFromMatch: endpoint('listMissingFromMatch', {
    tag: 'Clubs',
    summary: 'List the members who have not signed up',
    description: 'For the owner and organisers of `club`, in the order in which they joined.',
    access: 'club:write',
    params: idParams,
    query: listMissingQuery,
    responses: { 200: playerPage },
    errors: ['not-found', 'forbidden'],
  }),
  remindOfMatch: endpoint('remindOfMatch', {
    tag: 'Clubs',
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
