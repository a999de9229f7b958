import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { listMessages } from './list-messages.ts'
import { sendMessage } from './send-message.ts'

export function registerMessages(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listMessages, async ({ db, params, query, caller: { playerId } }) =>
    answer(200, await listMessages(db, { ...query, game: params.id, playerId })),
  )
  serve(app, ENDPOINTS.sendMessage, async ({ db, params, body: { text }, caller: { playerId }, arrivedAt }) =>
    answer(201, await sendMessage(deps, db, { game: params.id, playerId, text, arrivedAt })),
  )
}
