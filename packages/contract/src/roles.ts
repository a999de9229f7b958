import type { Scope } from './scopes.ts'

/** What staff may do. `arbiter`: rule on claims. `moderator`: rule on reports. `admin`: everything. */
export const STAFF_ROLES = ['arbiter', 'moderator', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The roles of which one is needed to hold a scope. All other scopes need none. */
const SCOPE_ROLES: Partial<Record<Scope, readonly StaffRole[]>> = {
  'admin:claims': ['arbiter', 'admin'],
  'admin:reports': ['moderator', 'admin'],
}

/** Whether somebody with these roles may hold a scope. */
export const rolesAllowScope = (roles: readonly StaffRole[], scope: Scope): boolean => {
  const needed = SCOPE_ROLES[scope]
  return !needed || needed.some((role) => roles.includes(role))
}
