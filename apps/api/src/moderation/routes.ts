import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { listAllWarnings, listWarnings } from '../accounts/people/warnings.ts'
import type { Deps } from '../deps.ts'
import { answer, serve } from '../http/serve.ts'
import { listClaimQueue } from '../play/claims/list-claims.ts'
import { reviewClaim } from '../play/claims/review-claim.ts'
import { ruleOnClaim } from '../play/claims/rule-on-claim.ts'

export function registerAdmin(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listClaimQueue, async ({ query, caller: { playerId } }) =>
    answer(200, await listClaimQueue(deps, query, playerId)),
  )

  serve(app, ENDPOINTS.reviewClaim, async ({ params: { id }, caller: { playerId } }) =>
    answer(200, await reviewClaim(deps, id, playerId)),
  )

  serve(app, ENDPOINTS.ruleOnClaim, async ({ deps, params, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await ruleOnClaim(deps, { ...body, claim: params.id, by: playerId, arrivedAt })),
  )

  serve(app, ENDPOINTS.listWarnings, async ({ query, caller: { playerId } }) =>
    answer(200, await listWarnings(deps.database, { ...query, playerId })),
  )

  serve(app, ENDPOINTS.listAllWarnings, async ({ query, caller: { playerId } }) =>
    answer(200, await listAllWarnings(deps.database, { ...query, playerId })),
  )
}
