import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { countFromMarks } from './count-above.ts'
import { getLeaderboard } from './get-leaderboard.ts'
import { getStakes } from './get-stakes.ts'
import { listRatingHistory } from './list-rating-history.ts'
import { listRatings } from './list-ratings.ts'
import { listUnusualRuns } from './list-unusual-runs.ts'

export function registerRatings(app: FastifyInstance, deps: Deps): void {
  const countAbove = countFromMarks()
  serve(app, ENDPOINTS.listRatings, async ({ db, params, arrivedAt }) =>
    answer(200, await listRatings(db, params.username, arrivedAt)),
  )
  serve(app, ENDPOINTS.listRatingHistory, async ({ db, params, query }) =>
    answer(200, await listRatingHistory(db, { ...params, ...query })),
  )
  serve(app, ENDPOINTS.getLeaderboard, async ({ db, params, query, caller }) =>
    answer(200, await getLeaderboard({ ...deps, countAbove }, db, { ...params, ...query, caller })),
  )
  serve(app, ENDPOINTS.listUnusualRuns, async ({ db }) =>
    ok({ status: 200, body: await listUnusualRuns(db) }),
  )
  serve(app, ENDPOINTS.getStakes, async ({ db, params, caller, arrivedAt }) =>
    answer(200, await getStakes(db, params.id, caller, arrivedAt)),
  )
}
