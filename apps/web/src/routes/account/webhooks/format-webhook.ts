import type { Delivery, DisabledReason } from '@tegenzet/contract'
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
export const formatEventType = (type: EventType): string => EVENTS[type]()
export const formatDisabledReason = (reason: DisabledReason): string => REASONS[reason]()
export const formatDeliveryState = (state: Delivery['state']): string => STATES[state]()
