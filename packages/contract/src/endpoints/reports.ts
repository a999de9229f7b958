import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { listPeopleQuery, playerParams } from '../people.ts'
import {
  listReportQueueQuery,
  reportPage,
  reportPlayerBody,
  reportQueuePage,
  reportResponse,
  reportReviewSchema,
  reportSchema,
  reportVerdictBody,
} from '../reports.ts'

/** Players who are reported to the admins, and the rulings on them. */
export const REPORT_ENDPOINTS = {
  reportPlayer: endpoint('reportPlayer', {
    tag: 'People',
    summary: 'Report a player to the admins',
    description:
      'What it is about, a message, a game or a challenge, is kept with it as it stands now. The player is not told who reported. You get a notice of the ruling. One report of the same thing is open at a time, and how many a day is limited.',
    access: 'account:write',
    params: playerParams,
    body: reportPlayerBody,
    responses: { 201: reportSchema },
    errors: ['not-found', 'already-reported', 'yourself', 'report-refused'],
  }),
  listReports: endpoint('listReports', {
    tag: 'People',
    summary: 'Reports you have made',
    description: 'Newest first, with what became of them.',
    access: 'account:read',
    query: listPeopleQuery,
    responses: { 200: reportPage },
    errors: [],
  }),
  listReportQueue: endpoint('listReportQueue', {
    tag: 'Admin',
    summary: 'The queue of reports',
    description: 'Open reports, the oldest first; or the ruled ones by `status`, the newest first.',
    access: 'admin:reports',
    query: listReportQueueQuery,
    responses: { 200: reportQueuePage },
    errors: [],
  }),
  reviewReport: endpoint('reviewReport', {
    tag: 'Admin',
    summary: 'One report with all that a ruling needs',
    description:
      'The report with its evidence, the game, what was written around it, other reports of the player, and the player’s warnings.',
    access: 'admin:reports',
    params: idParams,
    responses: { 200: reportReviewSchema },
    errors: ['not-found'],
  }),
  ruleOnReport: endpoint('ruleOnReport', {
    tag: 'Admin',
    summary: 'Rule on a report',
    description:
      'Who reported gets a notice; where you warn the player, they get one too, with the reason. No admin rules on a report by or of themselves. A verdict is final.',
    access: 'admin:reports',
    params: idParams,
    body: reportVerdictBody,
    responses: { 200: reportResponse },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
