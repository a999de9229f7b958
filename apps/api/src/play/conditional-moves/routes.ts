import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { dropConditionalMoves } from './drop-conditional-moves.ts'
import { getConditionalMoves } from './get-conditional-moves.ts'
import { setConditionalMoves } from './set-conditional-moves.ts'

export function registerConditionalMoves(app: FastifyInstance): void {
  serve(app, ENDPOINTS.getPlan, async ({ db, params: { id }, caller: { playerId } }) =>
    answer(200, await getConditionalMoves(db, { game: id, playerId })),
  )
  serve(app, ENDPOINTS.setPlan, async ({ db, params, body, caller: { playerId }, arrivedAt }) => {
    const command = { ...body, game: params.id, playerId, path: '/body/branches', arrivedAt }
    return answer(200, await setConditionalMoves(db, command))
  })
  serve(app, ENDPOINTS.dropPlan, async ({ db, params: { id }, caller: { playerId }, arrivedAt }) => {
    const dropped = await dropConditionalMoves(db, { game: id, playerId, arrivedAt })
    return dropped.ok ? ok({ status: 204, body: undefined }) : dropped
  })
}
