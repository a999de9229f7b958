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
/** An unknown reason, from a newer server, reads as "other". */
export const formatReportReason = (reason: Report['reason']): string => (REASONS[reason] ?? m.report_other)()
export const formatReportState = (state: Report['state']): string => STATES[state]()
