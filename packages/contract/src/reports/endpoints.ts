import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { listPeopleQuery, playerParams } from '../people/schemas.ts'
import {
  listReportQueueQuery,
  reportPage,
  reportPlayerBody,
  reportQueuePage,
  reportResponse,
  reportReviewSchema,
  reportSchema,
  reportVerdictBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'People' })
const staffEndpoint = endpointsOf({ tag: 'Admin', access: 'admin:reports' })

export const REPORT_ENDPOINTS = {
  reportPlayer: endpoint('reportPlayer', {
    summary: 'Report a player',
    description: `Reports a player to the moderators and admins. The report keeps a copy of the message, game, challenge or analysis it is about. The player does not learn who reported them. You get a notification of the ruling.

Fails with \`already-reported\` while your report of the same thing is open, \`yourself\` if the player is you, \`report-refused\` if the message, game, challenge or analysis is not theirs, and \`rate-limited\` after too many reports in a day.`,
    access: 'account:write',
    params: playerParams,
    body: reportPlayerBody,
    responses: { 201: reportSchema },
    errors: ['not-found', 'already-reported', 'yourself', 'report-refused'],
  }),
  listReports: endpoint('listReports', {
    summary: 'List your reports',
    description: 'Reports that you made, with their rulings, newest first.',
    access: 'account:read',
    query: listPeopleQuery,
    responses: { 200: reportPage },
  }),
  listReportQueue: staffEndpoint('listReportQueue', {
    summary: 'List reports for admins',
    description:
      'By default the open reports, oldest first. Use `status` to list settled reports, newest first.',
    query: listReportQueueQuery,
    responses: { 200: reportQueuePage },
  }),
  reviewReport: staffEndpoint('reviewReport', {
    summary: 'Get a report with everything needed for a ruling',
    description:
      'The report with its evidence, the game, the messages around it, other reports about the player, and the player’s warnings.',
    params: idParams,
    responses: { 200: reportReviewSchema },
    errors: ['not-found'],
  }),
  ruleOnReport: staffEndpoint('ruleOnReport', {
    summary: 'Rule on a report',
    description:
      'The reporter gets a notification. If the report is upheld, the reported player gets one too, with the reason. Each of them can appeal once (`fileAppeal`). Fails with `forbidden` if the report is by you, and with `conflict` if it is no longer open.',
    params: idParams,
    body: reportVerdictBody,
    responses: { 200: reportResponse },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
}
