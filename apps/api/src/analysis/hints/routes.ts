import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { answer, serve } from '../../http/serve.ts'
import { type GivenHints, giveHint } from './give-hint.ts'
import { HintThread } from './hint-thread.ts'

const MAX_GIVEN_HINTS = 1000

/** Hints in games against built-in bots. */
export function registerHints(app: FastifyInstance): void {
  const thread = new HintThread()
  const given: GivenHints = new LRUCache({ max: MAX_GIVEN_HINTS })
  app.addHook('onClose', () => thread.close())

  serve(app, ENDPOINTS.giveHint, async ({ db, params: { id }, caller: { playerId }, arrivedAt }) =>
    answer(200, await giveHint(db, { thread, given }, { game: id, playerId, arrivedAt })),
  )
}
