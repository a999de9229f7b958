import { emptyBody } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { gameResponse } from '../games/schemas.ts'
import {
  challengeOnLadderBody,
  changeLadderBody,
  LADDER_IDLE_DAYS,
  LADDER_REMATCH_DAYS,
  ladderParams,
  ladderPlaceSchema,
  ladderQuery,
  ladderSchema,
  ladderTermsSchema,
  MAX_LADDER_CHALLENGES,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Tournaments', feature: 'ladders' })

export const LADDER_ENDPOINTS = {
  getLadder: endpoint('getLadder', {
    summary: 'Get the ladder of a rule set',
    description:
      'Its players from the top. With a session or a token, `challengeable` says whom you can challenge now, and `mine` is your own place. A result moves the players within about a second.',
    access: 'reader',
    params: ladderParams,
    query: ladderQuery,
    responses: { 200: ladderSchema },
  }),
  enterLadder: endpoint('enterLadder', {
    summary: 'Join a ladder',
    description: `You start at the bottom. Without a ladder game begun for ${LADDER_IDLE_DAYS} days, not counting vacations, you lose your place. Fails with \`already-entered\`, and with \`wrong-kind\` for bots.`,
    access: 'tournament:write',
    begins: true,
    newGames: 'path',
    params: ladderParams,
    body: emptyBody,
    responses: { 201: ladderPlaceSchema },
    errors: ['restricted', 'already-entered', 'wrong-kind'],
  }),
  leaveLadder: endpoint('leaveLadder', {
    summary: 'Leave a ladder',
    description:
      'Everybody below you moves up. Your running games on the ladder are lost by `forfeit`. Fails with `not-found` if you are not on it.',
    access: 'tournament:write',
    params: ladderParams,
    responses: { 204: 'Left' },
    errors: ['not-found'],
  }),
  changeLadder: endpoint('changeLadder', {
    summary: 'Change the terms of a ladder’s games',
    description:
      'For games that begin from now on. Fails with `terms-not-possible` where the rule set does not allow them.',
    access: 'tournament:write',
    roles: ['admin'],
    params: ladderParams,
    body: changeLadderBody,
    responses: { 200: ladderTermsSchema },
    errors: ['terms-not-possible'],
  }),
  challengeOnLadder: endpoint('challengeOnLadder', {
    summary: 'Challenge a player on a ladder',
    description: `Starts a rated game at once: 3 days a move, random colours. It cannot be refused or cancelled. If you win and are still below, you take the opponent’s place, and everybody between moves down one. Fails with \`conflict\` if you are not on the ladder, \`unknown-opponent\` if the opponent is not, \`too-far-above\` unless they are above you and within \`reach\`, \`opponent-restricted\` if a moderator does not let them start games, \`on-vacation\`, \`too-many-challenges\` if you have ${MAX_LADDER_CHALLENGES} running challenges, or the opponent ${MAX_LADDER_CHALLENGES} running games that others challenged them to, and \`met-recently\` until ${LADDER_REMATCH_DAYS} days after your last game on the ladder ended.`,
    access: 'tournament:write',
    begins: true,
    newGames: 'path',
    params: ladderParams,
    body: challengeOnLadderBody,
    responses: { 201: gameResponse },
    errors: [
      'restricted',
      'conflict',
      'wrong-kind',
      'own-challenge',
      'unknown-opponent',
      'too-far-above',
      'on-vacation',
      'too-many-challenges',
      'met-recently',
      'opponent-restricted',
    ],
  }),
}
