import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { getLeaderboard } from './get-leaderboard.ts'
import { getStakes } from './get-stakes.ts'
import { listRatingHistory } from './list-rating-history.ts'
import { listRatings } from './list-ratings.ts'
import { listUnusualRuns } from './list-unusual-runs.ts'

export function registerRatings(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listRatings, async ({ tx, params, arrivedAt }) =>
    answer(200, await listRatings(tx, params.username, arrivedAt)),
  )
  serve(app, ENDPOINTS.listRatingHistory, async ({ tx, params, query }) =>
    answer(200, await listRatingHistory(tx, { ...params, ...query })),
  )
  serve(app, ENDPOINTS.getLeaderboard, async ({ tx, params, query, caller }) =>
    answer(200, await getLeaderboard(deps, tx, { ...params, ...query, caller })),
  )
  serve(app, ENDPOINTS.listUnusualRuns, async ({ tx }) =>
    ok({ status: 200, body: await listUnusualRuns(tx) }),
  )
  serve(app, ENDPOINTS.getStakes, async ({ tx, params, caller, arrivedAt }) =>
    answer(200, await getStakes(tx, params.id, caller, arrivedAt)),
  )
}
