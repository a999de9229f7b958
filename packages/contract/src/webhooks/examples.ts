import { game } from '../games/examples.ts'
import { EVENT_EXAMPLES } from '../live/examples.ts'
import { token } from '../people/example-players.ts'
import type { Delivery, Webhook } from './schemas.ts'

const webhook: Webhook = {
  id: 5,
  url: 'https://bot.example.org/tegenzet',
  types: ['game', 'challenge'],
  description: 'My bot',
  state: 'enabled',
  disabledReason: null,
  createdBy: token.name,
  createdAt: '2026-11-02T10:00:00.000Z',
  lastDeliveryAt: game.updatedAt,
  failingSince: null,
}
const webhookSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDz8f1tHqMr8E='
const delivery: Delivery = {
  id: 7304,
  event: { id: EVENT_EXAMPLES.game.id, type: 'game' },
  state: 'delivered',
  attempts: 1,
  lastStatus: 200,
  lastError: null,
  lastAttemptAt: game.updatedAt,
  nextAttemptAt: null,
  createdAt: game.updatedAt,
}
const ping: Delivery = {
  ...delivery,
  id: 7305,
  event: { id: null, type: 'ping' },
  state: 'pending',
  attempts: 0,
  lastStatus: null,
  lastAttemptAt: null,
  nextAttemptAt: game.updatedAt,
}

const page = <T>(item: T) => ({ items: [item], nextCursor: null })

export const WEBHOOK_EXAMPLES = {
  createWebhook: {
    body: {
      url: webhook.url,
      types: ['game' as const, 'challenge' as const],
      description: webhook.description,
    },
    response: { ...webhook, secret: webhookSecret },
  },
  listWebhooks: { response: page(webhook) },
  getWebhook: { response: webhook },
  updateWebhook: { body: { types: null }, response: { ...webhook, types: null } },
  pingWebhook: { response: ping },
  rotateWebhookSecret: { response: { ...webhook, secret: webhookSecret } },
  listDeliveries: { response: page(delivery) },
  getDelivery: {
    response: {
      ...delivery,
      messageId: `msg_${delivery.id}`,
      body: JSON.stringify(EVENT_EXAMPLES.game),
      log: [{ at: game.updatedAt, status: 200, error: null, milliseconds: 84 }],
    },
  },
  resendDelivery: {
    response: { ...delivery, state: 'pending' as const, nextAttemptAt: '2026-11-21T18:00:00.000Z' },
  },
}
