import type { QueueDefinition } from '../../jobs/queues.ts'

/** A delivery that is to be sent to its webhook. */
export interface WebhookCall {
  delivery: number
  webhook: number
  /** The account that the webhook belongs to. */
  account: number
  /** Attempts made before this call. If there have been more since, the call is obsolete. */
  attempt: number
}

export const WEBHOOK_CALLS: QueueDefinition<WebhookCall> = { name: 'webhook-calls' }

/** The job of a call. Calls of one account are made one at a time, in the order of their deliveries. */
export const webhookCallJob = (call: WebhookCall, isLow: boolean) => ({
  data: call,
  order: call.delivery,
  group: String(call.account),
  isLow,
})
