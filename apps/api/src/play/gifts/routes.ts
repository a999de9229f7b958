import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { giveTime } from './give-time.ts'

export function registerGifts(app: FastifyInstance): void {
  serve(app, ENDPOINTS.giveTime, async ({ db, params, body: { days }, caller: { playerId }, arrivedAt }) => {
    const given = await giveTime(db, { game: params.id, playerId, days, arrivedAt })
    return given.ok ? ok({ status: 200, body: { game: given.value } }) : given
  })
}
