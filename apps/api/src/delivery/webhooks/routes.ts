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
} from './webhooks.ts'

export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.createWebhook, async ({ deps, caller, body }) =>
    answer(201, await createWebhook(deps, caller, body)),
  )
  serve(app, ENDPOINTS.listWebhooks, async ({ caller, query }) =>
    answer(200, await listWebhooks(deps, caller, query)),
  )
  serve(app, ENDPOINTS.getWebhook, async ({ caller, params }) =>
    answer(200, await getWebhook(deps, caller, params.id)),
  )
  serve(app, ENDPOINTS.updateWebhook, async ({ caller, params, body }) =>
    answer(200, await updateWebhook(deps, caller, params.id, body)),
  )
  serve(app, ENDPOINTS.deleteWebhook, async ({ caller, params }) =>
    answer(204, await deleteWebhook(deps, caller, params.id)),
  )
  serve(app, ENDPOINTS.pingWebhook, async ({ caller, params }) =>
    answer(201, await ping(deps, caller, params.id)),
  )
  serve(app, ENDPOINTS.rotateWebhookSecret, async ({ caller, params }) =>
    answer(200, await rotateSecret(deps, caller, params.id)),
  )
  serve(app, ENDPOINTS.listDeliveries, async ({ caller, params, query }) =>
    answer(200, await listDeliveries(deps, caller, params.id, query)),
  )
  serve(app, ENDPOINTS.getDelivery, async ({ caller, params }) =>
    answer(200, await getDelivery(deps, caller, params.id, params.delivery)),
  )
  serve(app, ENDPOINTS.resendDelivery, async ({ caller, params }) =>
    answer(200, await resend(deps, caller, params.id, params.delivery)),
  )
}
