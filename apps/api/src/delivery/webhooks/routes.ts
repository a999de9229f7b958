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
  serve(app, ENDPOINTS.createWebhook, async ({ tx, caller, body }) =>
    answer(201, await createWebhook(deps, tx, caller, body)),
  )
  serve(app, ENDPOINTS.listWebhooks, async ({ tx, caller, query }) =>
    answer(200, await listWebhooks(deps, tx, caller, query)),
  )
  serve(app, ENDPOINTS.getWebhook, async ({ tx, caller, params }) =>
    answer(200, await getWebhook(deps, tx, caller, params.id)),
  )
  serve(app, ENDPOINTS.updateWebhook, async ({ tx, caller, params, body }) =>
    answer(200, await updateWebhook(deps, tx, caller, params.id, body)),
  )
  serve(app, ENDPOINTS.deleteWebhook, async ({ tx, caller, params }) =>
    answer(204, await deleteWebhook(deps, tx, caller, params.id)),
  )
  serve(app, ENDPOINTS.pingWebhook, async ({ tx, caller, params }) =>
    answer(201, await ping(deps, tx, caller, params.id)),
  )
  serve(app, ENDPOINTS.rotateWebhookSecret, async ({ tx, caller, params }) =>
    answer(200, await rotateSecret(deps, tx, caller, params.id)),
  )
  serve(app, ENDPOINTS.listDeliveries, async ({ tx, caller, params, query }) =>
    answer(200, await listDeliveries(deps, tx, caller, params.id, query)),
  )
  serve(app, ENDPOINTS.getDelivery, async ({ tx, caller, params }) =>
    answer(200, await getDelivery(deps, tx, caller, params.id, params.delivery)),
  )
  serve(app, ENDPOINTS.resendDelivery, async ({ tx, caller, params }) =>
    answer(200, await resend(deps, tx, caller, params.id, params.delivery)),
  )
}
