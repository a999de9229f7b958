import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
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

const endpoint = endpointsOf({ tag: 'People', access: 'anyone' })
const staffEndpoint = endpointsOf({ tag: 'Admin', access: 'session', roles: MODERATORS })

export const CONTENT_REPORT_ENDPOINTS = {
  reportContent: endpoint('reportContent', {
    summary: 'Report unlawful content',
    description:
      'Anybody can send a notice, without an account. The answer contains a code for reading the decision (`getContentReport`). Fails with `rate-limited` after too many notices from one address in a day.',
    body: reportContentBody,
    responses: { 201: contentReportStatusSchema },
  }),
  getContentReport: endpoint('getContentReport', {
    summary: 'Read the decision on a notice of unlawful content',
    description: 'The state of a notice and the reason of the decision.',
    params: contentReportParams,
    responses: { 200: contentReportStatusSchema },
    errors: ['not-found'],
  }),
  listContentReports: staffEndpoint('listContentReports', {
    summary: 'List notices of unlawful content',
    description: 'By default the open ones, oldest first.',
    query: listContentReportsQuery,
    responses: { 200: contentReportPage },
  }),
  decideContentReport: staffEndpoint('decideContentReport', {
    summary: 'Decide on a notice of unlawful content',
    description:
      'The sender reads the reason. The decision changes nothing by itself: sanctions are imposed with `imposeSanction`. Fails with `conflict` if the notice is already decided.',
    params: idParams,
    body: decideContentReportBody,
    responses: { 200: contentReportSchema },
    errors: ['not-found', 'conflict'],
  }),
}
