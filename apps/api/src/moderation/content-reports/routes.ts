import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { decideContentReport, listContentReports } from './decide-content-report.ts'
import { getContentReport, reportContent } from './report-content.ts'

export function registerContentReports(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.reportContent, async ({ tx, body, request, arrivedAt }) =>
    answer(201, await reportContent(deps, tx, { ...body, address: clientOf(request).address, arrivedAt })),
  )
  serve(app, ENDPOINTS.getContentReport, async ({ tx, params }) =>
    answer(200, await getContentReport(deps, tx, params.code)),
  )
  serve(app, ENDPOINTS.listContentReports, async ({ tx, query }) =>
    answer(200, await listContentReports(tx, query)),
  )
  serve(app, ENDPOINTS.decideContentReport, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await decideContentReport(tx, { ...params, ...body, caller, arrivedAt })),
  )
}
