import type { Attempt, Delivery, DeliveryError, DisabledReason } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

type EventType = Delivery['event']['type']

const EVENTS: Record<EventType, () => string> = {
  game: m.webhooks_event_game,
  challenge: m.webhooks_event_challenge,
  claim: m.webhooks_event_claim,
  message: m.webhooks_event_message,
  plan: m.webhooks_event_plan,
  report: m.webhooks_event_report,
  sanction: m.webhooks_event_sanction,
  appeal: m.webhooks_event_appeal,
  tournament: m.webhooks_event_tournament,
  ladder: m.webhooks_event_ladder,
  club: m.webhooks_event_club,
  match: m.webhooks_event_match,
  notice: m.webhooks_event_notice,
  'notices-read': m.webhooks_event_notices_read,
  ping: m.webhooks_event_ping,
}
const REASONS: Record<DisabledReason, () => string> = {
  failing: m.webhooks_reason_failing,
  gone: m.webhooks_reason_gone,
  owner: m.webhooks_reason_owner,
  'token-expired': m.webhooks_reason_token_expired,
}
const STATES: Record<Delivery['state'], () => string> = {
  pending: m.webhooks_delivery_pending,
  delivered: m.webhooks_delivery_delivered,
  failed: m.webhooks_delivery_failed,
}
const ERRORS: Record<DeliveryError, (answer: { status: number }) => string> = {
  status: m.webhooks_delivery_status,
  redirect: m.webhooks_delivery_error_redirect,
  timeout: m.webhooks_delivery_error_timeout,
  'no-such-host': m.webhooks_delivery_error_no_such_host,
  'address-refused': m.webhooks_delivery_error_address_refused,
  'no-connection': m.webhooks_delivery_error_no_connection,
  tls: m.webhooks_delivery_error_tls,
  'no-answer': m.webhooks_delivery_error_no_answer,
}

export const formatEventType = (type: EventType): string => EVENTS[type]()
export const formatDisabledReason = (reason: DisabledReason): string => REASONS[reason]()
export const formatDeliveryState = (state: Delivery['state']): string => STATES[state]()

/** The response status of an attempt, or why there was no response; null before the first attempt. */
export function formatAttemptOutcome({ status, error }: Pick<Attempt, 'status' | 'error'>): string | null {
  if (error !== null) return ERRORS[error]({ status: status ?? 0 })
  return status === null ? null : m.webhooks_delivery_status({ status })
}
