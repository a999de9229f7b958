import type { Attempt, DeliveryError } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

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

/** The response status of an attempt, or why there was no response; null before the first attempt. */
export function formatAttemptOutcome({ status, error }: Pick<Attempt, 'status' | 'error'>): string | null {
  if (error !== null) return ERRORS[error]({ status: status ?? 0 })
  return status === null ? null : m.webhooks_delivery_status({ status })
}
