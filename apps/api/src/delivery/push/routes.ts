import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { sessionIdOf } from '../../accounts/sessions/sessions.ts'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { forgetShownBy } from '../news/shown-messages.ts'
import { addPushSubscription, listPushSubscriptions, removePushSubscription } from './manage-subscriptions.ts'

export function registerPush(app: FastifyInstance, deps: Deps): void {
  // the page of a game on which a player moves closes the messages about it, so this browser needs no withdrawal
  app.addHook('onResponse', async ({ caller, method, params, routeOptions, log }, { statusCode }) => {
    if (caller?.kind !== 'session' || method !== 'POST' || statusCode >= 300) return
    if (routeOptions.url !== '/api/v1/games/:id/moves') return
    const { id } = params as { id: string }
    await forgetShownBy(app.store, sessionIdOf(caller), `/games/${Number(id)}`).catch((error) =>
      log.warn({ err: error }, 'what a browser shows could not be written'),
    )
  })

  serve(app, ENDPOINTS.listPushSubscriptions, async ({ db, caller }) =>
    answer(200, await listPushSubscriptions(deps, db, caller)),
  )
  serve(app, ENDPOINTS.addPushSubscription, async ({ db, caller, body }) =>
    answer(201, await addPushSubscription(deps, db, caller, body)),
  )
  serve(app, ENDPOINTS.removePushSubscription, async ({ db, caller, body }) =>
    answer(204, await removePushSubscription(db, caller, body.endpoint)),
  )
}
