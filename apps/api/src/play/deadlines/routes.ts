import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { claimTimeout } from './claim-timeout.ts'

export function registerDeadlines(app: FastifyInstance): void {
  serve(app, ENDPOINTS.claimTimeout, async ({ db, params, caller: { playerId }, arrivedAt }) => {
    const ended = await claimTimeout(db, { game: params.id, playerId, arrivedAt })
    return ended.ok ? ok({ status: 200, body: { game: ended.value } }) : ended
  })
}
