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
  serve(app, ENDPOINTS.reportPlayer, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(
      201,
      await reportPlayer(deps, tx, { ...params, ...body, by: playerOf(caller), caller, arrivedAt }),
    ),
  )
  serve(app, ENDPOINTS.listReports, async ({ tx, caller, query }) =>
    answer(200, await listReports(tx, caller, query)),
  )
  serve(app, ENDPOINTS.listRulingsAboutYou, async ({ tx, caller, query }) =>
    answer(200, await listRulingsAboutYou(tx, caller, query)),
  )
  serve(app, ENDPOINTS.listReportQueue, async ({ tx, caller, query }) =>
    answer(200, await listReportQueue(tx, caller, query)),
  )
  serve(app, ENDPOINTS.reviewReport, async ({ tx, params: { id }, caller: { playerId }, arrivedAt }) =>
    answer(200, await reviewReport(tx, id, playerId, arrivedAt)),
  )
  serve(app, ENDPOINTS.ruleOnReport, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await ruleOnReport(tx, { ...body, report: params.id, by: playerOf(caller), arrivedAt })),
  )
}
