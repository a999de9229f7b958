import { idParams } from '../common.ts'
import {
  contentReportPage,
  contentReportParams,
  contentReportSchema,
  contentReportStatusSchema,
  decideContentReportBody,
  listContentReportsQuery,
  reportContentBody,
} from '../content-reports.ts'
import { endpoint } from '../endpoint.ts'

const MODERATORS = ['moderator', 'admin'] as const

export const CONTENT_REPORT_ENDPOINTS = {
  reportContent: endpoint('reportContent', {
    tag: 'People',
    summary: 'Report unlawful content',
    description:
      'For everybody, without an account. The answer has a code with which the sender reads the decision. Fails with `rate-limited` after too many in a day from one address.',
    access: 'anyone',
    body: reportContentBody,
    responses: { 201: contentReportStatusSchema },
    errors: [],
  }),
  getContentReport: endpoint('getContentReport', {
    tag: 'People',
    summary: 'Read the decision on a notice of unlawful content',
    description: 'The state of a notice and the reason of the decision.',
    access: 'anyone',
    params: contentReportParams,
    responses: { 200: contentReportStatusSchema },
    errors: ['not-found'],
  }),
  listContentReports: endpoint('listContentReports', {
    tag: 'Admin',
    summary: 'List notices of unlawful content',
    description: 'By default the open ones, oldest first.',
    access: 'session',
    roles: MODERATORS,
    query: listContentReportsQuery,
    responses: { 200: contentReportPage },
    errors: [],
  }),
  decideContentReport: endpoint('decideContentReport', {
    tag: 'Admin',
    summary: 'Decide on a notice of unlawful content',
    description:
      'The sender reads the reason. What follows for the content or its author is decided apart. Fails with `conflict` if somebody has decided.',
    access: 'session',
    roles: MODERATORS,
    params: idParams,
    body: decideContentReportBody,
    responses: { 200: contentReportSchema },
    errors: ['not-found', 'conflict'],
  }),
}
