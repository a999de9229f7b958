import type { Config } from '../../config.ts'
import type { QueueDefinition } from '../../jobs/queues.ts'

/** A delivery that is to be sent to its webhook. */
export interface WebhookCall {
  delivery: number
  webhook: number
  /** The account that the webhook belongs to. */
  account: number
  /** How many attempts there were before. If there were more since, the call is obsolete. */
  attempt: number
}

export const WEBHOOK_CALLS: QueueDefinition<WebhookCall> = { name: 'webhook-calls' }

/** The longest that a call may take. */
export const callTimeout = ({ webhooks }: Pick<Config, 'webhooks'>): number => webhooks.seconds

/** A job of the queue. The calls of an account are made one at a time, in the order of deliveries. */
export const webhookCallJob = (call: WebhookCall, isLow: boolean) => ({
  data: call,
  order: call.delivery,
  group: String(call.account),
  isLow,
})
