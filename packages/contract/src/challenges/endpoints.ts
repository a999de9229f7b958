import { z } from 'zod'
import { emptyBody, idParams, page } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { gameResponse, gameSchema } from '../games/schemas.ts'
import {
  challengeSchema,
  createChallengeBody,
  declineChallengeBody,
  inviteParams,
  listChallengesQuery,
  quickPairBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Challenges' })

export const CHALLENGE_ENDPOINTS = {
  createChallenge: endpoint('createChallenge', {
    summary: 'Create a challenge',
    description: `With \`opponent\`, only that player may accept. With \`invite\`, only people who have the link in \`inviteUrl\` may accept. Without either, anyone may accept. A challenge that nobody accepts before \`expiresAt\` is withdrawn and marked \`expired\`. The challenged player gets a \`challenge\` event and a notification.

Fails with \`unknown-opponent\` if there is no such player, \`own-challenge\` if it is you, \`contact-refused\` if they do not accept challenges from you, \`player-blocked\` if you have blocked them, \`rated-not-possible\` if the game would be rated and one of you is a person and the other a bot, \`terms-not-possible\` if time-outs are to be claimed and the game is rated or one of you is not a person with an account, \`limit-reached\` if you have too many open challenges, \`new-account-limit\` if your account is new and has challenged too many players today whom it has not played, and \`guests-cannot\` if you are a guest and the opponent is no built-in bot, or if the opponent is a guest: send guests an invitation link.`,
    access: 'challenge:write',
    fieldFeatures: { rated: 'ratings', message: 'chat' },
    newGames: 'body',
    guests: true,
    body: createChallengeBody,
    responses: { 201: challengeSchema },
    errors: [
      'guests-cannot',
      'muted',
      'restricted',
      'unknown-opponent',
      'own-challenge',
      'contact-refused',
      'player-blocked',
      'rated-not-possible',
      'terms-not-possible',
      'limit-reached',
      'new-account-limit',
    ],
  }),
  quickPair: endpoint('quickPair', {
    summary: 'Find a game at once',
    description: `Accepts the open challenge with these rules, this clock and the same \`timeouts\` and \`provenDraws\` that has waited longest, and returns it with its \`game\`. If there is none, creates one that is open to all, with random colours, and returns it with \`game: null\`: a \`challenge\` event tells when somebody accepts. If you have such a challenge already, returns that one.

Without \`rated\`, takes only unrated challenges. With it, takes a rated one if it can, else an unrated one, and creates a rated one. To see first what a win, a draw and a loss would change, list the open challenges and ask for their stakes. Takes none of players whom you have blocked or who have blocked you, and for bots only those with \`bots\`. Two players who ask at the same time get a game with each other. Fails with \`limit-reached\` if you have too many running games or open challenges.`,
    access: 'challenge:write',
    fieldFeatures: { rated: 'ratings' },
    newGames: 'body',
    body: quickPairBody,
    responses: { 201: z.object({ challenge: challengeSchema, game: gameSchema.nullable() }) },
    errors: ['restricted', 'terms-not-possible', 'limit-reached'],
  }),
  rematch: endpoint('rematch', {
    summary: 'Ask for a rematch',
    description:
      'Challenges the opponent of a finished game on the same terms with colours swapped. If the opponent has already asked, their challenge is accepted instead, and `game` is the new game. A game has one rematch: repeating the call returns the existing challenge with status 200. Fails with `game-not-over` while the game is running.',
    access: 'challenge:write',
    newGames: 'game',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 201: challengeSchema, 200: challengeSchema },
    errors: [
      'restricted',
      'opponent-restricted',
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
    summary: 'List open challenges',
    description:
      'Newest first. By default: challenges that are open to everyone, except those of players you have blocked or who have blocked you. With `mine=true`: the open challenges you sent or received, which needs the scope `challenge:write`.',
    access: 'reader',
    query: listChallengesQuery,
    responses: { 200: page(challengeSchema) },
    errors: ['unauthenticated', 'missing-scope'],
  }),
  getChallenge: endpoint('getChallenge', {
    summary: 'Get a challenge',
    description:
      'A challenge to a named opponent is visible only to the two players, with the scope `challenge:write`. An invitation is visible to the challenger, and to both players once it is accepted. For everyone else the call fails with `not-found`. A challenge that was closed without a game is deleted after two days, unless it was reported.',
    access: 'reader',
    params: idParams,
    responses: { 200: challengeSchema },
    errors: ['not-found'],
  }),
  acceptChallenge: endpoint('acceptChallenge', {
    summary: 'Accept a challenge',
    description: `Starts the game and returns it. If the colour is \`random\`, the server draws it with a cryptographic random number generator.

Fails with \`challenge-closed\` if the challenge is no longer open, \`own-challenge\` if it is your own, \`bots-not-welcome\` if you are a bot and \`bots\` is false, \`rated-not-possible\` if the game would be rated and one of you is a person and the other a bot, \`contact-refused\` or \`player-blocked\` if one of the two has blocked the other, \`limit-reached\` if one of the two has too many running games, and \`guests-cannot\` if you are a guest: guests accept only invitations and rematches.`,
    access: 'challenge:write',
    newGames: 'challenge',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 201: gameResponse },
    errors: [
      'guests-cannot',
      'restricted',
      'opponent-restricted',
      'not-found',
      'challenge-closed',
      'own-challenge',
      'contact-refused',
      'player-blocked',
      'bots-not-welcome',
      'rated-not-possible',
      'terms-not-possible',
      'limit-reached',
    ],
  }),
  getInvite: endpoint('getInvite', {
    summary: 'Get an invitation by its code',
    description:
      'For anyone who has the link, logged in or not, and also after the invitation was closed. Keep the code secret: everybody who has it can accept. Fails with `not-found` if the code is wrong.',
    access: 'anyone',
    params: inviteParams,
    responses: { 200: challengeSchema },
    errors: ['not-found'],
  }),
  acceptInvite: endpoint('acceptInvite', {
    summary: 'Accept an invitation',
    description:
      'Starts the game, like `acceptChallenge`, with the code from the link. Guests can accept invitations to unrated games. Only the first player who accepts gets the game; for later ones the call fails with `challenge-closed`.',
    access: 'challenge:write',
    newGames: 'invitation',
    guests: true,
    params: inviteParams,
    body: emptyBody,
    responses: { 201: gameResponse },
    errors: [
      'guests-cannot',
      'restricted',
      'opponent-restricted',
      'not-found',
      'challenge-closed',
      'own-challenge',
      'bots-not-welcome',
      'rated-not-possible',
      'terms-not-possible',
      'limit-reached',
    ],
  }),
  declineChallenge: endpoint('declineChallenge', {
    summary: 'Decline a challenge',
    description:
      'Only the named opponent may decline; for others the call fails with `forbidden` or `not-found`. Fails with `challenge-closed` if the challenge is no longer open.',
    access: 'challenge:write',
    fieldFeatures: { reason: 'chat' },
    guests: true,
    params: idParams,
    body: declineChallengeBody,
    responses: { 204: 'Declined' },
    errors: ['muted', 'not-found', 'forbidden', 'challenge-closed'],
  }),
  withdrawChallenge: endpoint('withdrawChallenge', {
    summary: 'Withdraw a challenge',
    description:
      'Only the challenger may withdraw; for others the call fails with `forbidden` or `not-found`. Fails with `challenge-closed` if the challenge is no longer open.',
    access: 'challenge:write',
    guests: true,
    params: idParams,
    responses: { 204: 'Withdrawn' },
    errors: ['not-found', 'forbidden', 'challenge-closed'],
  }),
}
