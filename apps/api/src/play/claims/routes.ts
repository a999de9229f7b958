import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { gameNotFound } from '../game/endings.ts'
import { readGame } from '../game/read-games.ts'
import { agreeToClaim } from './agree-to-claim.ts'
import { readClaims } from './claim-store.ts'
import { fileClaim } from './file-claim.ts'
import { listClaimQueue } from './list-claims.ts'
import { reviewClaim } from './review-claim.ts'
import { ruleOnClaim } from './rule-on-claim.ts'
import { withdrawClaim } from './withdraw-claim.ts'

export function registerClaims(app: FastifyInstance, deps: Deps): void {
  registerRulings(app, deps)

  serve(app, ENDPOINTS.fileClaim, async ({ tx, params, body: claim, caller: { playerId }, arrivedAt }) =>
    answer(201, await fileClaim(deps, tx, { game: params.id, playerId, claim, arrivedAt })),
  )

  serve(app, ENDPOINTS.listClaims, async ({ tx, params: { id } }) => {
    if (!(await readGame(tx, id))) return gameNotFound(id)
    const items = await readClaims(tx, { where: { gameId: id } })
    return ok({ status: 200, body: { items } })
  })

  serve(app, ENDPOINTS.withdrawClaim, async ({ tx, params, caller: { playerId }, arrivedAt }) =>
    answer(200, await withdrawClaim(tx, { claim: params.id, playerId, arrivedAt })),
  )

  serve(app, ENDPOINTS.agreeToClaim, async ({ tx, params, caller: { playerId }, arrivedAt }) => {
    const game = await agreeToClaim(tx, { claim: params.id, playerId, arrivedAt })
    return game.ok ? ok({ status: 200, body: { game: game.value } }) : game
  })
}

/** The queue of open claims and the rulings of admins. */
function registerRulings(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listClaimQueue, async ({ tx, query, caller: { playerId }, arrivedAt }) =>
    answer(200, await listClaimQueue(deps, tx, query, playerId, arrivedAt)),
  )

  serve(app, ENDPOINTS.reviewClaim, async ({ tx, params: { id }, caller: { playerId }, arrivedAt }) =>
    answer(200, await reviewClaim(deps, tx, id, playerId, arrivedAt)),
  )

  serve(app, ENDPOINTS.ruleOnClaim, async ({ tx, params, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await ruleOnClaim(tx, { ...body, claim: params.id, by: playerId, arrivedAt })),
  )
}
