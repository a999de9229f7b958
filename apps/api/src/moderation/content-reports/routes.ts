import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { answer, serve } from '../../http/serve.ts'
import { decideContentReport, listContentReports } from './decide-content-report.ts'
import { getContentReport, reportContent } from './report-content.ts'

export function registerContentReports(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.reportContent, async ({ db, body, request, arrivedAt }) =>
    answer(201, await reportContent(deps, db, { ...body, address: clientOf(request).address, arrivedAt })),
  )
  serve(app, ENDPOINTS.getContentReport, async ({ db, params }) =>
    answer(200, await getContentReport(deps, db, params.code)),
  )
  serve(app, ENDPOINTS.listContentReports, async ({ db, query }) =>
    answer(200, await listContentReports(db, query)),
  )
  serve(app, ENDPOINTS.decideContentReport, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await decideContentReport(db, { ...params, ...body, caller, arrivedAt })),
  )
}
