import { challengeSchema, createChallengeBody, inviteParams, listChallengesQuery } from '../challenges.ts'
import { emptyBody, idParams, page } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { gameResponse } from '../games.ts'

/** How games begin. */
export const CHALLENGE_ENDPOINTS = {
  createChallenge: endpoint('createChallenge', {
    tag: 'Challenges',
    summary: 'Challenge somebody, or anybody',
    description:
      'With `opponent` only that player may accept; with `invite` whoever has the link that the answer brings; without either, the challenge is open to all. What nobody has accepted by `expiresAt` is closed, with `expired`.',
    access: 'challenge:write',
    body: createChallengeBody,
    responses: { 201: challengeSchema },
    errors: ['unknown-opponent', 'own-challenge', 'contact-refused', 'player-blocked', 'limit-reached'],
  }),
  rematch: endpoint('rematch', {
    tag: 'Challenges',
    summary: 'Play again',
    description:
      'After a game that is over: challenges the opponent on the same terms with colours swapped. Where the opponent has asked already the new game begins, and `game` is its number. A game has one rematch: asking again gets 200 with what stands.',
    access: 'challenge:write',
    params: idParams,
    body: emptyBody,
    responses: { 201: challengeSchema, 200: challengeSchema },
    errors: [
      'not-found',
      'not-a-player',
      'game-not-over',
      'unknown-opponent',
      'contact-refused',
      'player-blocked',
      'limit-reached',
    ],
  }),
  listChallenges: endpoint('listChallenges', {
    tag: 'Challenges',
    summary: 'Open challenges',
    description:
      'Newest first. Those open to all, but for players whom you have blocked or who have blocked you; with `mine=true` the open ones you made or were asked, which needs the scope `challenge:write`.',
    access: 'anyone',
    query: listChallengesQuery,
    responses: { 200: page(challengeSchema) },
    errors: ['unauthenticated', 'missing-scope'],
  }),
  getChallenge: endpoint('getChallenge', {
    tag: 'Challenges',
    summary: 'One challenge',
    description:
      'One for a named opponent is seen by the two players only, who need the scope `challenge:write`; an invitation by its maker, and once accepted by both.',
    access: 'anyone',
    params: idParams,
    responses: { 200: challengeSchema },
    errors: ['not-found'],
  }),
  acceptChallenge: endpoint('acceptChallenge', {
    tag: 'Challenges',
    summary: 'Accept a challenge',
    description:
      'The game begins. Colours left to chance are drawn by the server, cryptographically. A bot accepts open challenges only where `bots` allows it.',
    access: 'challenge:write',
    params: idParams,
    body: emptyBody,
    responses: { 201: gameResponse },
    errors: [
      'not-found',
      'challenge-closed',
      'own-challenge',
      'contact-refused',
      'player-blocked',
      'bots-not-welcome',
      'limit-reached',
    ],
  }),
  getInvite: endpoint('getInvite', {
    tag: 'Challenges',
    summary: 'An invitation, by its link',
    description:
      'For whoever has the link, logged in or not; also once it is closed. Keep the code to yourself: it is all that accepting needs.',
    access: 'anyone',
    params: inviteParams,
    responses: { 200: challengeSchema },
    errors: ['not-found'],
  }),
  acceptInvite: endpoint('acceptInvite', {
    tag: 'Challenges',
    summary: 'Accept an invitation',
    description: 'As `acceptChallenge`, by the code of the link. The first to accept plays.',
    access: 'challenge:write',
    params: inviteParams,
    body: emptyBody,
    responses: { 201: gameResponse },
    errors: ['not-found', 'challenge-closed', 'own-challenge', 'bots-not-welcome', 'limit-reached'],
  }),
  declineChallenge: endpoint('declineChallenge', {
    tag: 'Challenges',
    summary: 'Decline a challenge',
    description: 'By the player it names.',
    access: 'challenge:write',
    params: idParams,
    body: emptyBody,
    responses: { 204: 'Declined' },
    errors: ['not-found', 'forbidden', 'challenge-closed'],
  }),
  withdrawChallenge: endpoint('withdrawChallenge', {
    tag: 'Challenges',
    summary: 'Withdraw a challenge',
    description: 'By the player who made it.',
    access: 'challenge:write',
    params: idParams,
    responses: { 204: 'Withdrawn' },
    errors: ['not-found', 'forbidden', 'challenge-closed'],
  }),
}
