import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
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

  serve(app, ENDPOINTS.fileClaim, async ({ db, params, body: claim, caller: { playerId }, arrivedAt }) =>
    answer(201, await fileClaim(deps, db, { game: params.id, playerId, claim, arrivedAt })),
  )

  serve(app, ENDPOINTS.listClaims, async ({ db, params: { id } }) => {
    if (!(await readGame(db, id))) return gameNotFound(id)
    const items = await readClaims(db, { where: { gameId: id } })
    return ok({ status: 200, body: { items } })
  })

  serve(app, ENDPOINTS.withdrawClaim, async ({ db, params, caller: { playerId }, arrivedAt }) =>
    answer(200, await withdrawClaim(db, { claim: params.id, playerId, arrivedAt })),
  )

  serve(app, ENDPOINTS.agreeToClaim, async ({ db, params, caller: { playerId }, arrivedAt }) => {
    const game = await agreeToClaim(db, { claim: params.id, playerId, arrivedAt })
    return game.ok ? ok({ status: 200, body: { game: game.value } }) : game
  })
}

/** The queue of open claims and the rulings of admins. */
function registerRulings(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listClaimQueue, async ({ db, query, caller: { playerId }, arrivedAt }) =>
    answer(200, await listClaimQueue(deps, db, query, playerId, arrivedAt)),
  )

  serve(app, ENDPOINTS.reviewClaim, async ({ db, params: { id }, caller: { playerId }, arrivedAt }) =>
    answer(200, await reviewClaim(deps, db, id, playerId, arrivedAt)),
  )

  serve(app, ENDPOINTS.ruleOnClaim, async ({ db, params, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await ruleOnClaim(db, { ...body, claim: params.id, by: playerId, arrivedAt })),
  )
}
