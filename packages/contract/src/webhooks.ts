import { z } from 'zod'
import { EXTENSIBLE, instant, page, text } from './common.ts'
import { EVENT_TYPES, liveEventSchema } from './live.ts'

const urlSchema = text(1, 2000)
  .pipe(z.url())
  .describe('`https`, on port 443 or one from 1024 up, without a user name, a password or a `#`')
  .meta({ examples: ['https://bot.example.org/tegenzet'] })
const typesSchema = z
  .array(z.enum(EVENT_TYPES).meta(EXTENSIBLE))
  .min(1)
  .refine((types) => new Set(types).size === types.length, 'each type once')
const descriptionSchema = text(0, 200).describe('For you to know it by')

export const createWebhookBody = z.strictObject({
  url: urlSchema,
  types: typesSchema.optional().describe('Which events are sent; without it all, also of types added later'),
  description: descriptionSchema.optional(),
})
export const updateWebhookBody = z
  .strictObject({
    url: urlSchema,
    types: typesSchema.nullable().describe('null: all'),
    description: descriptionSchema,
    enabled: z.boolean().describe('What happened while it was disabled is not sent afterwards'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'expected at least one field')

/** Why a webhook is sent nothing. */
export const DISABLED_REASONS = ['failing', 'gone', 'owner', 'token-expired'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const webhookSchema = z
  .object({
    id: z.int(),
    url: z.string(),
    types: z.array(z.enum(EVENT_TYPES).meta(EXTENSIBLE)).nullable().describe('null: all'),
    description: z.string(),
    state: z.enum(['enabled', 'disabled']),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .meta(EXTENSIBLE)
      .nullable()
      .describe(
        '`failing`: nothing was taken for a day. `gone`: it answered 410. `owner`: you disabled it. `token-expired`: so has the token that made it',
      ),
    createdBy: z
      .string()
      .nullable()
      .describe('The name of the token or app that made it, and with which it ends; null: you, logged in'),
    createdAt: instant,
    lastDeliveryAt: instant.nullable().describe('When an event was last taken'),
    failingSince: instant.nullable().describe('The first failure since then'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhookSchema>
export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().describe('What its calls are signed with, shown this once; starts with `whsec_`'),
  })
  .meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.output<typeof webhookWithSecretSchema>
export const webhookPage = page(webhookSchema)

/** What `POST /webhooks/{id}/ping` sends. */
export const webhookPingSchema = z
  .object({ type: z.literal('ping'), webhook: z.int() })
  .meta({ id: 'WebhookPing' })
/** The body of a call: the very event that the live channel tells, or a ping. */
export const webhookBodySchema = z
  .union([liveEventSchema, webhookPingSchema])
  .meta({ id: 'WebhookBody', ...EXTENSIBLE })
export type WebhookBody = z.output<typeof webhookBodySchema>

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
/** Why an attempt failed. */
export const DELIVERY_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'no-such-host',
  'address-refused',
  'no-connection',
  'tls',
  'no-answer',
] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

const errorSchema = z
  .enum(DELIVERY_ERRORS)
  .meta(EXTENSIBLE)
  .nullable()
  .describe(
    '`status`: an answer, but not 2xx. `redirect`: 3xx, which is not followed. `timeout`: no whole answer in time. `address-refused`: the host’s address is not a public one. `no-answer`: the connection ended before one. null: none',
  )
const statusSchema = z.int().nullable().describe('The HTTP status of the answer; null: there was none')

export const deliverySchema = z
  .object({
    id: z.int(),
    event: z.object({
      id: z.int().nullable().describe('null: a ping'),
      type: z.enum([...EVENT_TYPES, 'ping']).meta(EXTENSIBLE),
    }),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int().describe('How often it was sent'),
    lastStatus: statusSchema,
    lastError: errorSchema,
    lastAttemptAt: instant.nullable(),
    nextAttemptAt: instant.nullable().describe('null unless `pending`'),
    createdAt: instant,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof deliverySchema>
export const deliveryPage = page(deliverySchema)

export const attemptSchema = z.object({
  at: instant,
  status: statusSchema,
  error: errorSchema,
  milliseconds: z.int().describe('How long it took'),
})
export type Attempt = z.output<typeof attemptSchema>
export const deliveryDetailSchema = deliverySchema
  .extend({
    messageId: z.string().describe('The header `webhook-id`, the same at every attempt'),
    body: z.string().describe('What is sent, to the byte'),
    log: z.array(attemptSchema).describe('Every attempt, the first first'),
  })
  .meta({ id: 'DeliveryDetail' })
export type DeliveryDetail = z.output<typeof deliveryDetailSchema>
