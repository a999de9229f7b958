import {
  accountReviewSchema,
  findSharedAddressesBody,
  foundAccountPage,
  searchAccountsQuery,
  sharedAddressesSchema,
} from '../account-review.ts'
import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { playerParams } from '../people.ts'
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
} from '../sanctions.ts'

const MODERATORS = ['moderator', 'admin'] as const

export const SANCTION_ENDPOINTS = {
  searchAccounts: endpoint('searchAccounts', {
    tag: 'Admin',
    summary: 'Search accounts',
    description: 'Accounts by username.',
    access: 'session',
    roles: MODERATORS,
    query: searchAccountsQuery,
    responses: { 200: foundAccountPage },
    errors: [],
  }),
  reviewAccount: endpoint('reviewAccount', {
    tag: 'Admin',
    summary: 'Get an account with what is known about it',
    description:
      'Sanctions, reports, warnings and claims of a player. You cannot look at your own account. The player’s games are at `listGames`.',
    access: 'session',
    roles: MODERATORS,
    params: playerParams,
    responses: { 200: accountReviewSchema },
    errors: ['not-found', 'yourself'],
  }),
  findSharedAddresses: endpoint('findSharedAddresses', {
    tag: 'Admin',
    summary: 'Find accounts that log in from the same addresses',
    description:
      'At most 50 accounts, most addresses in common first. It is a hint, no proof: families, schools and clubs share addresses. The server stores addresses only as keyed hashes, for 90 days. Each search is recorded with its reason.',
    access: 'session',
    roles: ['admin'],
    params: playerParams,
    body: findSharedAddressesBody,
    responses: { 200: sharedAddressesSchema },
    errors: ['not-found', 'yourself'],
  }),
  imposeSanction: endpoint('imposeSanction', {
    tag: 'Admin',
    summary: 'Mute, restrict or close an account',
    description:
      'The player gets a notification and a mail with the reason and how to appeal. `restrict` and `close` withdraw the player’s open challenges; running games go on. `close` ends all sessions and connections; tokens and webhooks rest until it ends. Fails with `forbidden` for people with a role and for what your role does not allow, and with `conflict` while such a sanction is in force.',
    access: 'session',
    roles: MODERATORS,
    params: playerParams,
    body: imposeSanctionBody,
    responses: { 201: sanctionSchema },
    errors: ['not-found', 'forbidden', 'yourself', 'conflict'],
  }),
  liftSanction: endpoint('liftSanction', {
    tag: 'Admin',
    summary: 'Lift a sanction',
    description:
      'The player gets a notification and a mail. An open appeal against it is granted. Fails with `conflict` if it is no longer in force.',
    access: 'session',
    roles: MODERATORS,
    params: idParams,
    body: liftSanctionBody,
    responses: { 200: sanctionSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  listSanctions: endpoint('listSanctions', {
    tag: 'Accounts',
    summary: 'List your sanctions',
    description: 'Past and present mutes, restrictions and closures of your account, newest first.',
    access: 'account:read',
    query: listSanctionsQuery,
    responses: { 200: sanctionPage },
    errors: [],
  }),
  fileAppeal: endpoint('fileAppeal', {
    tag: 'Accounts',
    summary: 'Appeal against a decision',
    description:
      'A moderator or admin who did not make the decision decides on the appeal. One appeal per decision: fails with `conflict` after that, when the sanction is no longer in force, or while the report is open.',
    access: 'account:write',
    body: fileAppealBody,
    responses: { 201: appealSchema },
    errors: ['not-found', 'conflict'],
  }),
  listOwnAppeals: endpoint('listOwnAppeals', {
    tag: 'Accounts',
    summary: 'List your appeals',
    description: 'Your appeals and the decisions on them, newest first.',
    access: 'account:read',
    query: listOwnAppealsQuery,
    responses: { 200: appealPage },
    errors: [],
  }),
  listRulingsAboutYou: endpoint('listRulingsAboutYou', {
    tag: 'Accounts',
    summary: 'List rulings that upheld reports about you',
    description: 'Newest first, without who reported.',
    access: 'account:read',
    query: listOwnAppealsQuery,
    responses: { 200: rulingAboutYouPage },
    errors: [],
  }),
  appealClosure: endpoint('appealClosure', {
    tag: 'Accounts',
    summary: 'Appeal against the closure of your account',
    description:
      'For players who cannot log in. The link is in the mail about the closure and in the answer to a log-in. Fails with `link-expired` if it is not valid, and with `conflict` after the first appeal.',
    access: 'anyone',
    body: appealClosureBody,
    responses: { 201: appealSchema },
    errors: ['link-expired', 'conflict'],
  }),
  listAppeals: endpoint('listAppeals', {
    tag: 'Admin',
    summary: 'List appeals',
    description: 'By default the open appeals, oldest first.',
    access: 'session',
    roles: MODERATORS,
    query: listAppealsQuery,
    responses: { 200: appealQueuePage },
    errors: [],
  }),
  decideAppeal: endpoint('decideAppeal', {
    tag: 'Admin',
    summary: 'Decide on an appeal',
    description:
      'The player gets a notification and a mail. `granted` lifts the sanction, or takes back the warning given with the ruling. Fails with `forbidden` if the decision is yours or you are a party to the report, and with `conflict` if it is no longer open.',
    access: 'session',
    roles: MODERATORS,
    params: idParams,
    body: decideAppealBody,
    responses: { 200: queuedAppealSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
