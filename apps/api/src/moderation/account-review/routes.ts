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
  serve(app, ENDPOINTS.searchAccounts, async ({ tx, caller, query }) =>
    answer(200, await searchAccounts(deps, tx, caller, query)),
  )
  serve(app, ENDPOINTS.reviewAccount, async ({ tx, params, caller }) =>
    answer(200, await reviewAccount(deps, tx, caller, params.username)),
  )
  serve(app, ENDPOINTS.findSharedAddresses, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await findSharedAddresses(tx, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.requestEngineComparison, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(202, await requestComparison(tx, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.getEngineComparison, async ({ tx, params, caller, arrivedAt }) =>
    answer(200, await getComparison(tx, caller, params.username, arrivedAt)),
  )
}
