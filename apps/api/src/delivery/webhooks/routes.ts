import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { getDelivery, listDeliveries, ping, resend } from './deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './manage-webhooks.ts'

export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createWebhook, async ({ db, caller, body }) =>
    answer(201, await createWebhook(deps, db, caller, body)),
  )
  serve(app, ENDPOINTS.listWebhooks, async ({ db, caller, query }) =>
    answer(200, await listWebhooks(deps, db, caller, query)),
  )
  serve(app, ENDPOINTS.getWebhook, async ({ db, caller, params }) =>
    answer(200, await getWebhook(deps, db, caller, params.id)),
  )
  serve(app, ENDPOINTS.updateWebhook, async ({ db, caller, params, body }) =>
    answer(200, await updateWebhook(deps, db, caller, params.id, body)),
  )
  serve(app, ENDPOINTS.deleteWebhook, async ({ db, caller, params }) =>
    answer(204, await deleteWebhook(deps, db, caller, params.id)),
  )
  serve(app, ENDPOINTS.pingWebhook, async ({ db, caller, params }) =>
    answer(201, await ping(deps, db, caller, params.id)),
  )
  serve(app, ENDPOINTS.rotateWebhookSecret, async ({ db, caller, params }) =>
    answer(200, await rotateSecret(deps, db, caller, params.id)),
  )
  serve(app, ENDPOINTS.listDeliveries, async ({ db, caller, params, query }) =>
    answer(200, await listDeliveries(deps, db, caller, params.id, query)),
  )
  serve(app, ENDPOINTS.getDelivery, async ({ db, caller, params }) =>
    answer(200, await getDelivery(deps, db, caller, params.id, params.delivery)),
  )
  serve(app, ENDPOINTS.resendDelivery, async ({ db, caller, params }) =>
    answer(200, await resend(deps, db, caller, params.id, params.delivery)),
  )
}
