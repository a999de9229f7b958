import { z } from 'zod'
import { instant, text } from '../common.ts'
import { sessionSchema } from '../security/schemas.ts'

const endpoint = text(1, 2000)
  .refine((url) => URL.canParse(url), 'expected a URL')
  .describe('The address at the browser’s push service')
const base64url = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), `expected ${length} characters of base64url`)
const keys = z.strictObject({
  p256dh: base64url(87).describe('The browser’s public key'),
  auth: base64url(22).describe('The browser’s secret'),
})
const expirationTime = z.number().nullable().optional().describe('Ignored')

/** What the server pushes to the web client's service worker. */
export interface PushMessage {
  title: string
  body: string
  /** The page to open. */
  url: string
  /** A newer message with the same tag replaces this one. */
  tag: string
  /** The number on the app’s icon. */
  badge: number
  /** The notification with this tag is outdated. */
  withdrawn?: true
  /** Replaces an outdated notification, without a sound. */
  silent?: true
}

/** What a browser's `PushSubscription.toJSON()` returns. */
export const addPushSubscriptionBody = z.strictObject({ endpoint, expirationTime, keys })
export const removePushSubscriptionBody = z.strictObject({
  endpoint,
  expirationTime,
  keys: keys.optional().describe('Ignored'),
})

export const pushSubscriptionSchema = z
  .object({
    endpoint,
    ...sessionSchema.pick({ browser: true, system: true, name: true, current: true }).shape,
    createdAt: instant,
    refusedSince: instant
      .nullable()
      .describe('Since when its push service has answered 401 or 403; after two days it is removed'),
  })
  .meta({ id: 'PushSubscription' })
export type PushSubscription = z.output<typeof pushSubscriptionSchema>

export const pushSubscriptionsSchema = z.object({
  publicKey: z
    .string()
    .describe('The site’s key (VAPID), for `applicationServerKey` of the browser’s `pushManager.subscribe`'),
  items: z.array(pushSubscriptionSchema),
})
