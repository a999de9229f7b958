import { emptyBody, idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { gameResponse } from '../games/schemas.ts'
import { AUTO_RULING_DAYS } from '../limits.ts'
import {
  claimQueuePage,
  claimResponse,
  claimReviewSchema,
  claimStakesSchema,
  claimsSchema,
  claimVerdictBody,
  fileClaimBody,
  listClaimQueueQuery,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Claims' })
const staffEndpoint = endpointsOf({ tag: 'Admin', access: 'admin:claims' })

export const CLAIM_ENDPOINTS = {
  fileClaim: endpoint('fileClaim', {
    summary: 'Claim a draw',
    description: `Claims a draw on a ground with position or ply numbers. The game is frozen and no clock runs until an admin rules, you withdraw the claim, or the opponent agrees to it. An open draw offer is closed.

A claim that is not allowed now fails with \`claim-refused\`; \`refusals\` lists every reason. A claim that is allowed but wrong is accepted, and \`evidence\` tells what is wrong. If nobody rules within ${AUTO_RULING_DAYS} days, the server rules by the evidence.

With the ground \`proven-draw\`, where \`provenDraws\` is a term of the game, the server rules at once by its endgame tables, without freezing the game: the claim is \`upheld\` and the game drawn, or \`rejected\` with the finding \`not-drawn\`. A rejected one can be repeated when a stone has been taken. It needs empty hands and a position that the tables cover, up to the stones that \`tables\` in \`getAbout\` says. After \`conflict\` the game has just changed: get it and decide again.`,
    access: 'game:play',
    guests: true,
    params: idParams,
    body: fileClaimBody,
    responses: { 201: claimResponse },
    errors: [
      'muted',
      'not-found',
      'not-a-player',
      'game-over',
      'overdue',
      'game-frozen',
      'conflict',
      'claim-refused',
    ],
  }),
  listClaims: endpoint('listClaims', {
    summary: 'List the claims of a game',
    description: 'Oldest first, with evidence and rulings.',
    access: 'reader',
    params: idParams,
    responses: { 200: claimsSchema },
    errors: ['not-found'],
  }),
  withdrawClaim: endpoint('withdrawClaim', {
    summary: 'Withdraw your claim',
    description:
      'The game goes on. The time during which the claim was open is deducted from your clock: from this turn, or from your next one if the opponent is to move. Fails with `forbidden` if it is not your claim and with `conflict` if it is no longer open.',
    access: 'game:play',
    guests: true,
    params: idParams,
    responses: { 200: claimResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'conflict'],
  }),
  agreeToClaim: endpoint('agreeToClaim', {
    summary: 'Agree to the opponent’s claim',
    description:
      'The game is drawn by agreement and the claim is closed. Fails with `forbidden` if it is your own claim and with `conflict` if it is no longer open.',
    access: 'game:play',
    guests: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'conflict'],
  }),
  listClaimQueue: staffEndpoint('listClaimQueue', {
    summary: 'List claims for admins',
    description:
      'By default the open claims, oldest first. Use `status` to list settled claims, newest first.',
    query: listClaimQueueQuery,
    responses: { 200: claimQueuePage },
  }),
  reviewClaim: staffEndpoint('reviewClaim', {
    summary: 'Get a claim with everything needed for a ruling',
    description:
      'The claim with its evidence, the positions and moves it refers to, the messages with draw offers, and both players’ earlier claims and warnings.',
    params: idParams,
    responses: { 200: claimReviewSchema },
    errors: ['not-found'],
  }),
  getClaimStakes: staffEndpoint('getClaimStakes', {
    summary: 'Get the stakes of a claim in a tournament',
    description:
      'The table of the group as it is while the game is running, and as it would be with each result of the game. Fails with `not-found` if there is no such claim, or if its game belongs to no tournament.',
    params: idParams,
    responses: { 200: claimStakesSchema },
    errors: ['not-found'],
  }),
  ruleOnClaim: staffEndpoint('ruleOnClaim', {
    summary: 'Rule on a claim',
    description:
      '`uphold`: the game is drawn. `reject`: the game goes on with the same turn and clock. Both players get a notification. Fails with `forbidden` if you play in the game, and with `conflict` if the claim is no longer open.',
    params: idParams,
    body: claimVerdictBody,
    responses: { 200: claimResponse },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
