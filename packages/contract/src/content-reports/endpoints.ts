import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { MODERATORS } from '../roles.ts'
import {
  contentReportPage,
  contentReportParams,
  contentReportSchema,
  contentReportStatusSchema,
  decideContentReportBody,
  listContentReportsQuery,
  reportContentBody,
} from './schemas.ts'

export const CONTENT_REPORT_ENDPOINTS = {
  reportContent: endpoint('reportContent', {
    tag: 'People',
    summary: 'Report unlawful content',
    description:
      'Anybody can send a notice, without an account. The answer contains a code for reading the decision (`getContentReport`). Fails with `rate-limited` after too many notices from one address in a day.',
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
      'The sender reads the reason. The decision changes nothing by itself: sanctions are imposed with `imposeSanction`. Fails with `conflict` if the notice is already decided.',
    access: 'session',
    roles: MODERATORS,
    params: idParams,
    body: decideContentReportBody,
    responses: { 200: contentReportSchema },
    errors: ['not-found', 'conflict'],
  }),
}
