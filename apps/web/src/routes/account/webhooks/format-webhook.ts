import type { Attempt, Delivery, DeliveryError, DisabledReason } from '@tegenzet/contract'
import { m } from '$lib/paraglide/messages.js'

type EventType = Delivery['event']['type']

const EVENTS: Record<EventType, () => string> = {
  game: m.event_game,
  challenge: m.event_challenge,
  claim: m.event_claim,
  message: m.event_message,
  plan: m.event_plan,
  report: m.event_report,
  notice: m.event_notice,
  'notices-read': m.event_notices_read,
  ping: m.event_ping,
}
const REASONS: Record<DisabledReason, () => string> = {
  failing: m.webhooks_reason_failing,
  gone: m.webhooks_reason_gone,
  owner: m.webhooks_reason_owner,
  'token-expired': m.webhooks_reason_token_expired,
}
const STATES: Record<Delivery['state'], () => string> = {
  pending: m.delivery_pending,
  delivered: m.delivery_delivered,
  failed: m.delivery_failed,
}
const ERRORS: Record<DeliveryError, (answer: { status: number }) => string> = {
  status: m.delivery_status,
  redirect: m.delivery_error_redirect,
  timeout: m.delivery_error_timeout,
  'no-such-host': m.delivery_error_no_such_host,
  'address-refused': m.delivery_error_address_refused,
  'no-connection': m.delivery_error_no_connection,
  tls: m.delivery_error_tls,
  'no-answer': m.delivery_error_no_answer,
}

export const formatEventType = (type: EventType): string => EVENTS[type]()
export const formatDisabledReason = (reason: DisabledReason): string => REASONS[reason]()
export const formatDeliveryState = (state: Delivery['state']): string => STATES[state]()

/** What came back of an attempt: an answer's status, or why there was none; nothing before the first. */
export function formatAttemptOutcome({ status, error }: Pick<Attempt, 'status' | 'error'>): string | null {
  if (error !== null) return ERRORS[error]({ status: status ?? 0 })
  return status === null ? null : m.delivery_status({ status })
}
