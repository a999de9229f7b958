import type { StaffRole } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

export { hasRole } from '@tegenzet/contract/roles'

export const ROLE_TEXTS: Record<StaffRole, { name: () => string; text: () => string }> = {
  arbiter: { name: m.admin_role_arbiter, text: m.admin_role_arbiter_text },
  moderator: { name: m.admin_role_moderator, text: m.admin_role_moderator_text },
  manager: { name: m.admin_role_manager, text: m.admin_role_manager_text },
  admin: { name: m.admin_role_admin, text: m.admin_role_admin_text },
}

/** The names of the roles in one line. */
export const formatRoles = (roles: readonly StaffRole[]): string =>
  roles.map((role) => ROLE_TEXTS[role].name()).join(', ')
