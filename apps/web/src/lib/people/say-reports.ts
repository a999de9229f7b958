import type { Report } from '@tegenzet/contract'
import { m } from '$lib/paraglide/messages.js'

const REASONS: Record<Report['reason'], () => string> = {
  abuse: m.report_abuse,
  spam: m.report_spam,
  cheating: m.report_cheating,
  stalling: m.report_stalling,
  other: m.report_other,
}
const STATES: Record<Report['state'], () => string> = {
  open: m.report_state_open,
  upheld: m.report_state_upheld,
  dismissed: m.report_state_dismissed,
}

export const REPORT_REASONS = Object.keys(REASONS) as Report['reason'][]
/** One that a newer server knows and this page does not counts as another. */
export const sayReportReason = (reason: Report['reason']): string => (REASONS[reason] ?? m.report_other)()
export const sayReportState = (state: Report['state']): string => STATES[state]()
