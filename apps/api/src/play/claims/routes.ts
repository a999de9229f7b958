import { ENDPOINTS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { readClaims } from '../game/claim-store.ts'
import { gameNotFound } from '../game/endings.ts'
import { readGame } from '../game/game-store.ts'
import { agreeToClaim } from './agree-to-claim.ts'
import { fileClaim } from './file-claim.ts'
import { withdrawClaim } from './withdraw-claim.ts'

export function registerClaims(app: FastifyInstance, deps: Deps): void {
  const { database } = deps

  serve(app, ENDPOINTS.fileClaim, async ({ deps, params, body: claim, caller: { playerId }, request }) => {
    const { arrivedAt, moment } = request
    return answer(201, await fileClaim(deps, { game: params.id, playerId, claim, arrivedAt, moment }))
  })

  serve(app, ENDPOINTS.listClaims, async ({ params: { id } }) => {
    if (!(await readGame(database, id))) return gameNotFound(id)
    const items = await readClaims(database, Prisma.sql`c.game_id = ${id}`)
    return ok({ status: 200, body: { items } })
  })

  serve(app, ENDPOINTS.withdrawClaim, async ({ params, caller: { playerId }, arrivedAt }) =>
    answer(200, await withdrawClaim(deps, { claim: params.id, playerId, arrivedAt })),
  )

  serve(app, ENDPOINTS.agreeToClaim, async ({ deps, params, caller: { playerId }, arrivedAt }) => {
    const game = await agreeToClaim(deps, { claim: params.id, playerId, arrivedAt })
    return game.ok ? ok({ status: 200, body: { game: game.value } }) : game
  })
}
