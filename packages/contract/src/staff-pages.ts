import type { StaffRole } from './roles.ts'

/**
 * The pages for staff, each with the role that it needs. Without their names and without dependencies, because every page
 * loads this for its menu.
 */
export const STAFF_PAGES = [
  { href: '/admin', role: 'arbiter' },
  { href: '/admin?show=ruled', role: 'arbiter' },
  { href: '/admin/reports', role: 'moderator' },
  { href: '/admin/reports?show=ruled', role: 'moderator' },
  { href: '/admin/appeals', role: 'moderator' },
  { href: '/admin/notices', role: 'moderator' },
  { href: '/admin/accounts', role: 'moderator' },
  { href: '/admin/ratings', role: 'moderator' },
  { href: '/admin/members', role: 'manager' },
  { href: '/admin/leagues', role: 'admin' },
  { href: '/admin/staff', role: 'admin' },
  { href: '/admin/addresses', role: 'admin' },
  { href: '/admin/news', role: 'admin' },
  { href: '/admin/log', role: 'admin' },
  { href: '/admin/mail', role: 'admin' },
] as const satisfies { href: string; role: StaffRole }[]
