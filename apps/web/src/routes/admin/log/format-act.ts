import type { AdminAct, ClaimState, ReportState, StaffRole } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { formatAppealVerdict, SANCTION_TEXTS } from '$lib/moderation/format-sanction.ts'
import { formatReportState } from '$lib/moderation/reports/format-report.ts'
import { formatRoles } from '$lib/moderation/roles.ts'
import { formatClaimState } from '$lib/play/draws/format-states.ts'
import { variantName } from '$lib/rules/variant.ts'

/** What an entry of the log says. */
export function formatAct({ kind, player, details }: AdminAct): string {
  const name = player?.username ?? ''
  const { verdict = '', claim, report, sanctionKind, appeal, contentReport, rules } = details
  switch (kind) {
    case 'roles-changed':
      return m.admin_log_roles_changed({
        name,
        before: rolesOr(details.before),
        after: rolesOr(details.after),
      })
    case 'claim-ruled':
      if (claim === undefined) break
      return m.admin_log_claim_ruled({ id: claim, name, verdict: formatClaimState(verdict as ClaimState) })
    case 'report-ruled':
      if (report === undefined) break
      return m.admin_log_report_ruled({
        id: report,
        name,
        verdict: formatReportState(verdict as ReportState),
      })
    case 'mail-read':
      return m.admin_log_mail_read({ name, kind: details.mailKind ?? '' })
    case 'sanction-imposed':
      if (!sanctionKind) break
      return m.admin_log_sanction_imposed({ name, kind: SANCTION_TEXTS[sanctionKind].state() })
    case 'sanction-lifted':
      if (!sanctionKind) break
      return m.admin_log_sanction_lifted({ name, kind: SANCTION_TEXTS[sanctionKind].state() })
    case 'appeal-decided':
      if (appeal === undefined) break
      return m.admin_log_appeal_decided({
        id: appeal,
        name,
        verdict: formatAppealVerdict(verdict as 'granted' | 'rejected'),
      })
    case 'content-report-decided':
      if (contentReport === undefined) break
      return m.admin_log_notice_decided({
        id: contentReport,
        verdict: formatReportState(verdict as ReportState),
      })
    case 'addresses-compared':
      return m.admin_log_addresses_compared({ name })
    case 'moves-compared':
      return m.admin_log_moves_compared({ name })
    case 'factors-removed':
      return m.admin_log_factors_removed({ name })
    case 'league-created':
      if (!rules) break
      return m.admin_log_league_created({ rules: variantName(ruleSet(rules)) })
    case 'ladder-changed':
      if (!rules) break
      return details.provenDraws
        ? m.admin_log_ladder_proven_draws({ rules: variantName(ruleSet(rules)) })
        : m.admin_log_ladder_no_proven_draws({ rules: variantName(ruleSet(rules)) })
    case 'news-published':
      return m.admin_log_news_published({ title: details.title ?? '' })
    case 'news-changed':
      return m.admin_log_news_changed({ title: details.title ?? '' })
    case 'news-removed':
      return m.admin_log_news_removed({ title: details.title ?? '' })
    case 'member-created':
      return m.admin_log_member_created({ name })
    case 'member-code-renewed':
      return details.endSessions
        ? m.admin_log_member_secured({ name })
        : m.admin_log_member_code_renewed({ name })
    case 'member-deleted':
      return m.admin_log_member_deleted({ name })
    case 'roomy-address-added':
      return m.admin_log_roomy_added({ network: details.network ?? '' })
    case 'roomy-address-removed':
      return m.admin_log_roomy_removed({ network: details.network ?? '' })
    case 'site-invitation-made':
      return m.admin_log_site_invitation_made({ id: details.siteInvitation ?? 0, uses: details.uses ?? 0 })
    case 'site-invitation-ended':
      return m.admin_log_site_invitation_ended({ id: details.siteInvitation ?? 0 })
  }
  return m.admin_log_other({ kind })
}

const rolesOr = (roles: readonly StaffRole[] = []): string => formatRoles(roles) || m.admin_log_no_roles()

/** The page of what the entry is about, if there is one. */
export function actHref({ player, details: { claim, report, sanction } }: AdminAct): string | null {
  if (sanction !== undefined && player) return `/admin/accounts/${player.username}`
  if (claim !== undefined) return `/admin/claims/${claim}`
  return report === undefined ? null : `/admin/reports/${report}`
}
