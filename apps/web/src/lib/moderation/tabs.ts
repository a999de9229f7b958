import type { StaffRole } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

/** The pages for staff, each with the role that it needs. */
export const TABS: { href: string; text: () => string; role: StaffRole }[] = [
  { href: '/admin', text: m.admin_open, role: 'arbiter' },
  { href: '/admin?show=ruled', text: m.admin_ruled, role: 'arbiter' },
  { href: '/admin/reports', text: m.reports_queue, role: 'moderator' },
  { href: '/admin/reports?show=ruled', text: m.reports_ruled_list, role: 'moderator' },
  { href: '/admin/appeals', text: m.admin_appeals_title, role: 'moderator' },
  { href: '/admin/notices', text: m.admin_notices_title, role: 'moderator' },
  { href: '/admin/accounts', text: m.admin_accounts_title, role: 'moderator' },
  { href: '/admin/ratings', text: m.ratings_runs_title, role: 'moderator' },
  { href: '/admin/members', text: m.members_title, role: 'manager' },
  { href: '/admin/leagues', text: m.leagues_title, role: 'admin' },
  { href: '/admin/staff', text: m.admin_staff_title, role: 'admin' },
  { href: '/admin/addresses', text: m.admin_addresses_title, role: 'admin' },
  { href: '/admin/news', text: m.news_title, role: 'admin' },
  { href: '/admin/log', text: m.admin_log_title, role: 'admin' },
  { href: '/admin/mail', text: m.admin_mails_title, role: 'admin' },
]
