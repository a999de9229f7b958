import type { GivenWarning, Report } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { formatReportReason, formatReportState } from '$lib/moderation/reports/format-report.ts'
import { displayNameWithKind } from '$lib/people/display-name.ts'
import type { HistoryEntry } from './HistoryList.svelte'

/** The reports about a player and the warnings to them, for a `HistoryList`. */
export const historyEntries = (
  reports: readonly Report[],
  warnings: readonly GivenWarning[],
): HistoryEntry[] => [
  ...reports.map(({ id, createdAt, reason, by, state }) => ({
    key: `report-${id}`,
    at: createdAt,
    href: `/admin/reports/${id}`,
    text: m.reports_history_report({
      reason: formatReportReason(reason),
      by: displayNameWithKind(by),
      state: formatReportState(state),
    }),
    isWarning: false,
  })),
  ...warnings.map(({ id, at, claim, report, by, reason }) => ({
    key: `warning-${id}`,
    at,
    href: claim !== null ? `/admin/claims/${claim}` : report !== null ? `/admin/reports/${report}` : null,
    text: m.reports_history_warning({ by: by.username, reason }),
    isWarning: true,
  })),
]
