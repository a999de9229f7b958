import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { addPushSubscription, listPushSubscriptions, removePushSubscription } from './manage-subscriptions.ts'

export function registerPush(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.listPushSubscriptions, async ({ tx, caller }) =>
    answer(200, await listPushSubscriptions(deps, tx, caller)),
  )
  serve(app, ENDPOINTS.addPushSubscription, async ({ tx, caller, body }) =>
    answer(201, await addPushSubscription(deps, tx, caller, body)),
  )
  serve(app, ENDPOINTS.removePushSubscription, async ({ tx, caller, body }) =>
    answer(204, await removePushSubscription(tx, caller, body.endpoint)),
  )
}
