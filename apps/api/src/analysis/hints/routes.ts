import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ownerOf } from '../../http/rate-limits.ts'
import { answer, serve } from '../../http/serve.ts'
import { type GivenHints, giveHint } from './give-hint.ts'
import { HintThread } from './hint-thread.ts'

const MAX_GIVEN_HINTS = 1000

/** Hints in games against built-in bots. */
export function registerHints(app: FastifyInstance): void {
  const thread = new HintThread()
  const given: GivenHints = new LRUCache({ max: MAX_GIVEN_HINTS })
  app.addHook('onClose', () => thread.close())

  serve(app, ENDPOINTS.giveHint, async ({ db, params, caller: { playerId }, arrivedAt, request, reply }) => {
    const refuseRunning = app.refuseRunningFor(request, reply)
    const command = { game: params.id, playerId, owner: ownerOf(request), refuseRunning, arrivedAt }
    return answer(200, await giveHint(db, { thread, given }, command))
  })
}
