import type { AdminAct, ClaimState, ReportState, StaffRole } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { formatClaimState } from '$lib/draws/format-states.ts'
import { formatReportState } from '$lib/reports/format-report.ts'
import { formatRoles } from './roles.ts'

/** What an entry of the log says. */
export function formatAct({ kind, player, details }: AdminAct): string {
  const name = player?.username ?? ''
  const { verdict = '', claim, report } = details
  switch (kind) {
    case 'roles-changed':
      return m.admin_log_roles_changed({
        name,
        before: rolesOr(details.before),
        after: rolesOr(details.after),
      })
    case 'claim-ruled':
      return m.admin_log_claim_ruled({ id: claim!, name, verdict: formatClaimState(verdict as ClaimState) })
    case 'report-ruled':
      return m.admin_log_report_ruled({
        id: report!,
        name,
        verdict: formatReportState(verdict as ReportState),
      })
    case 'mail-read':
      return m.admin_log_mail_read({ name, kind: details.mailKind ?? '' })
    default:
      return m.admin_log_other({ kind })
  }
}

const rolesOr = (roles: readonly StaffRole[] = []): string => formatRoles(roles) || m.admin_log_no_roles()

/** The page of what the entry is about, if there is one. */
export function actHref({ details: { claim, report } }: AdminAct): string | null {
  if (claim !== undefined) return `/admin/claims/${claim}`
  return report === undefined ? null : `/admin/reports/${report}`
}
