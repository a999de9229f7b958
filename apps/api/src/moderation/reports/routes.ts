import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { playerOf } from '../../http/caller.ts'
import { answer, serve } from '../../http/serve.ts'
import { listReportQueue, listReports } from './list-reports.ts'
import { listRulingsAboutYou } from './list-rulings-about-you.ts'
import { reportPlayer } from './report-player.ts'
import { reviewReport } from './review-report.ts'
import { ruleOnReport } from './rule-on-report.ts'

export function registerReports(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.reportPlayer, async ({ db, params, body, caller, arrivedAt }) =>
    answer(
      201,
      await reportPlayer(deps, db, { ...params, ...body, by: playerOf(caller), caller, arrivedAt }),
    ),
  )
  serve(app, ENDPOINTS.listReports, async ({ db, caller, query }) =>
    answer(200, await listReports(db, caller, query)),
  )
  serve(app, ENDPOINTS.listRulingsAboutYou, async ({ db, caller, query }) =>
    answer(200, await listRulingsAboutYou(db, caller, query)),
  )
  serve(app, ENDPOINTS.listReportQueue, async ({ db, caller, query }) =>
    answer(200, await listReportQueue(db, caller, query)),
  )
  serve(app, ENDPOINTS.reviewReport, async ({ db, params: { id }, caller: { playerId }, arrivedAt }) =>
    answer(200, await reviewReport(db, id, playerId, arrivedAt)),
  )
  serve(app, ENDPOINTS.ruleOnReport, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await ruleOnReport(db, { ...body, report: params.id, by: playerOf(caller), arrivedAt })),
  )
}
