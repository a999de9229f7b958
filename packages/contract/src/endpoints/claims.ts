import {
  claimQueuePage,
  claimResponse,
  claimReviewSchema,
  claimsSchema,
  claimVerdictBody,
  fileClaimBody,
  listClaimQueueQuery,
} from '../claims.ts'
import { emptyBody, idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { gameResponse } from '../games.ts'

/** Draw claims and the rulings on them. */
export const CLAIM_ENDPOINTS = {
  fileClaim: endpoint('fileClaim', {
    tag: 'Claims',
    summary: 'Claim a draw',
    description:
      'By ground and numbers. What is not allowed now is refused with every reason in `refusals`; what is merely wrong is taken, with evidence that says where. The game is frozen and no clock runs until an admin has ruled. It closes an open draw offer.',
    access: 'game:play',
    params: idParams,
    body: fileClaimBody,
    responses: { 201: claimResponse },
    errors: ['not-found', 'not-a-player', 'game-over', 'game-frozen', 'conflict', 'claim-refused'],
  }),
  listClaims: endpoint('listClaims', {
    tag: 'Claims',
    summary: 'All claims of a game',
    description: 'Oldest first, with evidence and what became of them.',
    access: 'anyone',
    params: idParams,
    responses: { 200: claimsSchema },
    errors: ['not-found'],
  }),
  withdrawClaim: endpoint('withdrawClaim', {
    tag: 'Claims',
    summary: 'Withdraw your claim',
    description:
      'The game goes on. The time the claim was open is charged to you: to this turn, or to your next one where the opponent is to move.',
    access: 'game:play',
    params: idParams,
    responses: { 200: claimResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'conflict'],
  }),
  agreeToClaim: endpoint('agreeToClaim', {
    tag: 'Claims',
    summary: 'Agree to the draw that is claimed',
    description: 'By the claimant’s opponent: the game is drawn by agreement, and the claim is closed.',
    access: 'game:play',
    params: idParams,
    body: emptyBody,
    responses: { 200: gameResponse },
    errors: ['not-found', 'not-a-player', 'forbidden', 'conflict'],
  }),
  listClaimQueue: endpoint('listClaimQueue', {
    tag: 'Admin',
    summary: 'The queue of claims',
    description: 'Open claims, the oldest first; or the settled ones by `status`, the newest first.',
    access: 'admin:claims',
    query: listClaimQueueQuery,
    responses: { 200: claimQueuePage },
    errors: [],
  }),
  reviewClaim: endpoint('reviewClaim', {
    tag: 'Admin',
    summary: 'One claim with all that a ruling needs',
    description:
      'The claim with its evidence, the positions and moves it is about, what the players wrote, and both players’ earlier claims and warnings.',
    access: 'admin:claims',
    params: idParams,
    responses: { 200: claimReviewSchema },
    errors: ['not-found'],
  }),
  ruleOnClaim: endpoint('ruleOnClaim', {
    tag: 'Admin',
    summary: 'Rule on a claim',
    description:
      'Upheld, the game is drawn; rejected, it goes on with turn and clock as they were. No admin rules on a game of their own.',
    access: 'admin:claims',
    params: idParams,
    body: claimVerdictBody,
    responses: { 200: claimResponse },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
