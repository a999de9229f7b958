import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { playerParams } from '../people/schemas.ts'
import { MODERATORS } from '../roles.ts'
import {
  accountReviewSchema,
  engineComparisonSchema,
  findSharedAddressesBody,
  foundAccountPage,
  requestEngineComparisonBody,
  searchAccountsQuery,
  sharedAddressesSchema,
} from '../staff/account-review.ts'
import {
  appealClosureBody,
  appealPage,
  appealQueuePage,
  appealSchema,
  decideAppealBody,
  fileAppealBody,
  imposeSanctionBody,
  liftSanctionBody,
  listAppealsQuery,
  listOwnAppealsQuery,
  listSanctionsQuery,
  queuedAppealSchema,
  rulingAboutYouPage,
  sanctionPage,
  sanctionSchema,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Accounts' })
const staffEndpoint = endpointsOf({ tag: 'Admin', access: 'session' })

export const SANCTION_ENDPOINTS = {
  searchAccounts: staffEndpoint('searchAccounts', {
    summary: 'Search accounts',
    description: 'Accounts by username.',
    roles: MODERATORS,
    query: searchAccountsQuery,
    responses: { 200: foundAccountPage },
  }),
  reviewAccount: staffEndpoint('reviewAccount', {
    summary: 'Get an account with what is known about it',
    description:
      'Sanctions, reports, warnings and claims of a player. You cannot look at your own account. The player’s games are at `listGames`.',
    roles: MODERATORS,
    params: playerParams,
    responses: { 200: accountReviewSchema },
    errors: ['not-found', 'yourself'],
  }),
  findSharedAddresses: staffEndpoint('findSharedAddresses', {
    summary: 'Find accounts that log in from the same addresses',
    description:
      'At most 50 accounts, most addresses in common first. This is a hint, not proof: families, schools and clubs share addresses. The server stores addresses only as keyed hashes, for 90 days. Each search is recorded with its reason.',
    roles: ['admin'],
    params: playerParams,
    body: findSharedAddressesBody,
    responses: { 200: sharedAddressesSchema },
    errors: ['not-found', 'yourself'],
  }),
  requestEngineComparison: staffEndpoint('requestEngineComparison', {
    summary: 'Compare a player’s moves with the engine',
    description:
      'The server compares the moves of the player’s finished games with the choices of its engine, beside those of other players, in the background. `getEngineComparison` has the result, which replaces the last one. Does nothing while a comparison is under way. The result is evidence, not a verdict: strong players agree with the engine more often. Each request is recorded with its reason.',
    roles: ['admin'],
    params: playerParams,
    body: requestEngineComparisonBody,
    responses: { 202: engineComparisonSchema },
    errors: ['not-found', 'yourself'],
  }),
  getEngineComparison: staffEndpoint('getEngineComparison', {
    summary: 'Get the last comparison of a player’s moves with the engine',
    description:
      'A move agrees if it is the engine’s choice or if the engine rates it equally good. The first 8 plies of a game, plies after the 200th, positions with one legal move and decided positions do not count.',
    roles: ['admin'],
    params: playerParams,
    responses: { 200: engineComparisonSchema },
    errors: ['not-found', 'yourself'],
  }),
  imposeSanction: staffEndpoint('imposeSanction', {
    summary: 'Mute, restrict or close an account',
    description:
      'The player gets a notification and a mail with the reason and how to appeal. `restrict` and `close` withdraw the player’s open challenges; running games go on. `close` ends all sessions and connections; tokens and webhooks rest until it ends. Fails with `forbidden` for people with a role and for what your role does not allow, and with `conflict` while such a sanction is in force.',
    roles: MODERATORS,
    params: playerParams,
    body: imposeSanctionBody,
    responses: { 201: sanctionSchema },
    errors: ['not-found', 'forbidden', 'yourself', 'conflict'],
  }),
  liftSanction: staffEndpoint('liftSanction', {
    summary: 'Lift a sanction',
    description:
      'The player gets a notification and a mail. An open appeal against it is granted. Fails with `conflict` if it is no longer in force.',
    roles: MODERATORS,
    params: idParams,
    body: liftSanctionBody,
    responses: { 200: sanctionSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  listSanctions: endpoint('listSanctions', {
    summary: 'List your sanctions',
    description: 'Past and present mutes, restrictions and closures of your account, newest first.',
    access: 'account:read',
    guests: true,
    query: listSanctionsQuery,
    responses: { 200: sanctionPage },
  }),
  fileAppeal: endpoint('fileAppeal', {
    summary: 'Appeal against a decision',
    description:
      'A moderator or admin who did not make the decision decides on the appeal. One appeal per decision: fails with `conflict` after that, when the sanction is no longer in force, or while the report is open.',
    access: 'account:write',
    guests: true,
    body: fileAppealBody,
    responses: { 201: appealSchema },
    errors: ['not-found', 'conflict'],
  }),
  listOwnAppeals: endpoint('listOwnAppeals', {
    summary: 'List your appeals',
    description: 'Your appeals and the decisions on them, newest first.',
    access: 'account:read',
    guests: true,
    query: listOwnAppealsQuery,
    responses: { 200: appealPage },
  }),
  listRulingsAboutYou: endpoint('listRulingsAboutYou', {
    summary: 'List rulings that upheld reports about you',
    description: 'Newest first, without who reported.',
    access: 'account:read',
    guests: true,
    query: listOwnAppealsQuery,
    responses: { 200: rulingAboutYouPage },
  }),
  appealClosure: endpoint('appealClosure', {
    summary: 'Appeal against the closure of your account',
    description:
      'For players who cannot log in. The link is in the mail about the closure and in the answer to a log-in. Fails with `link-expired` if it is not valid, and with `conflict` after the first appeal.',
    access: 'anyone',
    body: appealClosureBody,
    responses: { 201: appealSchema },
    errors: ['link-expired', 'conflict'],
  }),
  listAppeals: staffEndpoint('listAppeals', {
    summary: 'List appeals',
    description: 'By default the open appeals, oldest first.',
    roles: MODERATORS,
    query: listAppealsQuery,
    responses: { 200: appealQueuePage },
  }),
  decideAppeal: staffEndpoint('decideAppeal', {
    summary: 'Decide on an appeal',
    description:
      'The player gets a notification and a mail. `granted` lifts the sanction, or takes back the warning given with the ruling. Fails with `forbidden` if the decision is yours or you are a party to the report, and with `conflict` if it is no longer open.',
    roles: MODERATORS,
    params: idParams,
    body: decideAppealBody,
    responses: { 200: queuedAppealSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
