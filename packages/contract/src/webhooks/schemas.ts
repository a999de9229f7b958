import { z } from 'zod'
import { EXTENSIBLE, instant, page, text } from '../common.ts'
import { EVENT_TYPES } from '../event-types.ts'
import { liveEventSchema } from '../live/schemas.ts'
import { deliveryErrorSchema } from './delivery-errors.ts'

const urlSchema = text(1, 2000)
  .pipe(z.url())
  .describe('An `https` URL on port 443 or a port from 1024 up, without user name, password or fragment')
  .meta({ examples: ['https://bot.example.org/tegenzet'] })
const typesSchema = z
  .array(z.enum(EVENT_TYPES).meta(EXTENSIBLE))
  .min(1)
  .refine((types) => new Set(types).size === types.length, 'must not contain duplicates')
const descriptionSchema = text(0, 200).describe('A label for your own use')

export const createWebhookBody = z.strictObject({
  url: urlSchema,
  types: typesSchema.optional().describe('Event types to send. Default: all, including types added later'),
  description: descriptionSchema.optional(),
})
export const updateWebhookBody = z
  .strictObject({
    url: urlSchema,
    types: typesSchema.nullable().describe('Event types to send; null for all'),
    description: descriptionSchema,
    enabled: z.boolean().describe('Events that happen while the webhook is disabled are not sent later'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must contain at least one field')

/** Why a webhook is disabled. */
export const DISABLED_REASONS = ['failing', 'gone', 'owner', 'token-expired'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const webhookSchema = z
  .object({
    id: z.int(),
    url: z.string(),
    types: z
      .array(z.enum(EVENT_TYPES).meta(EXTENSIBLE))
      .nullable()
      .describe('Event types to send; null for all'),
    description: z.string(),
    state: z.enum(['enabled', 'disabled']),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .meta(EXTENSIBLE)
      .nullable()
      .describe(
        '`failing`: every call failed for a day. `gone`: the URL answered 410. `owner`: you disabled it. `token-expired`: the token that created it has expired',
      ),
    createdBy: z
      .string()
      .nullable()
      .describe(
        'The name of the token or app that created the webhook; the webhook ends with it. null if you created it in a session',
      ),
    createdAt: instant,
    lastDeliveryAt: instant.nullable().describe('When a call last succeeded'),
    failingSince: instant.nullable().describe('The first failure since the last success'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhookSchema>
export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z
      .string()
      .describe('The secret that signs the calls, starting with `whsec_`. Returned only here: store it'),
  })
  .meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.output<typeof webhookWithSecretSchema>
export const webhookPage = page(webhookSchema)

const webhookPingSchema = z.object({ type: z.literal('ping'), webhook: z.int() }).meta({ id: 'WebhookPing' })
/** The body of a call: the same event as on the live channel, or a ping. */
const webhookBodySchema = z
  .union([liveEventSchema, webhookPingSchema])
  .meta({ id: 'WebhookBody', ...EXTENSIBLE })
export type WebhookBody = z.output<typeof webhookBodySchema>

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
const statusSchema = z.int().nullable().describe('HTTP status of the response; null if there was none')

export const deliverySchema = z
  .object({
    id: z.int(),
    event: z.object({
      id: z.int().nullable().describe('null for a ping'),
      type: z.enum([...EVENT_TYPES, 'ping']).meta(EXTENSIBLE),
    }),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int().describe('Number of attempts so far'),
    lastStatus: statusSchema,
    lastError: deliveryErrorSchema,
    lastAttemptAt: instant.nullable(),
    nextAttemptAt: instant.nullable().describe('null unless `pending`'),
    createdAt: instant,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof deliverySchema>
export const deliveryPage = page(deliverySchema)

const attemptSchema = z.object({
  at: instant,
  status: statusSchema,
  error: deliveryErrorSchema,
  milliseconds: z.int().describe('Duration of the attempt in milliseconds'),
})
export type Attempt = z.output<typeof attemptSchema>
export const deliveryDetailSchema = deliverySchema
  .extend({
    messageId: z.string().describe('Value of the `webhook-id` header, the same for every attempt'),
    body: z.string().describe('The exact request body'),
    log: z.array(attemptSchema).describe('All attempts, oldest first'),
  })
  .meta({ id: 'DeliveryDetail' })
export type DeliveryDetail = z.output<typeof deliveryDetailSchema>
