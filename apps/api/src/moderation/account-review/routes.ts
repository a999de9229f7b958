import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { getComparison } from '../engine-comparison/get-comparison.ts'
import { requestComparison } from '../engine-comparison/request-comparison.ts'
import { findSharedAddresses } from './find-shared-addresses.ts'
import { reviewAccount } from './review-account.ts'
import { searchAccounts } from './search-accounts.ts'

export function registerAccountReviews(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.searchAccounts, async ({ db, caller, query }) =>
    answer(200, await searchAccounts(deps, db, caller, query)),
  )
  serve(app, ENDPOINTS.reviewAccount, async ({ db, params, caller }) =>
    answer(200, await reviewAccount(deps, db, caller, params.username)),
  )
  serve(app, ENDPOINTS.findSharedAddresses, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await findSharedAddresses(db, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.requestEngineComparison, async ({ db, params, body, caller, arrivedAt }) =>
    answer(202, await requestComparison(db, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.getEngineComparison, async ({ db, params, caller, arrivedAt }) =>
    answer(200, await getComparison(db, caller, params.username, arrivedAt)),
  )
}
