import type { Report } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

const REASONS: Record<Report['reason'], () => string> = {
  abuse: m.reports_abuse,
  spam: m.reports_spam,
  engine: m.reports_engine,
  cheating: m.reports_cheating,
  stalling: m.reports_stalling,
  other: m.reports_other,
}
const STATES: Record<Report['state'], () => string> = {
  open: m.reports_state_open,
  upheld: m.reports_state_upheld,
  dismissed: m.reports_state_dismissed,
}

export const REPORT_REASONS = Object.keys(REASONS) as Report['reason'][]
/** An unknown reason, from a newer server, reads as "other". */
export const formatReportReason = (reason: Report['reason']): string => (REASONS[reason] ?? m.reports_other)()
export const formatReportState = (state: Report['state']): string => STATES[state]()
