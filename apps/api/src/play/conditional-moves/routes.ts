import { ENDPOINTS } from '@tegenzet/contract'
import { ok } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { dropPlan } from './drop-conditional-moves.ts'
import { getPlan } from './get-conditional-moves.ts'
import { setPlan } from './set-conditional-moves.ts'

export function registerPlans(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getPlan, async ({ params: { id }, caller: { playerId } }) =>
    answer(200, await getPlan(deps, { game: id, playerId })),
  )
  serve(app, ENDPOINTS.setPlan, async ({ params: { id }, body, caller: { playerId }, arrivedAt }) =>
    answer(200, await setPlan(deps, { ...body, game: id, playerId, path: '/body/branches', arrivedAt })),
  )
  serve(app, ENDPOINTS.dropPlan, async ({ params: { id }, caller: { playerId }, arrivedAt }) => {
    const dropped = await dropPlan(deps, { game: id, playerId, arrivedAt })
    return dropped.ok ? ok({ status: 204, body: undefined }) : dropped
  })
}
