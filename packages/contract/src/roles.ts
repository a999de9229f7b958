import type { Scope } from './scopes.ts'

/**
 * What staff may do. `arbiter`: rule on claims. `moderator`: rule on reports. `manager`: make and look after accounts
 * without an e-mail address. `admin`: everything.
 */
export const STAFF_ROLES = ['arbiter', 'moderator', 'manager', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Whether somebody may see the pages of a role. Admins see all. */
export const hasRole = (
  account: { roles: readonly StaffRole[] } | null | undefined,
  role: StaffRole,
): boolean => account?.roles.some((each) => each === role || each === 'admin') ?? false

/** Who rules on reports, decides on appeals and imposes sanctions. */
export const MODERATORS = ['moderator', 'admin'] as const satisfies StaffRole[]

/** Who makes accounts without an e-mail address and looks after them. */
export const MANAGERS = ['manager', 'admin'] as const satisfies StaffRole[]

/** A scope listed here needs one of these roles. */
const SCOPE_ROLES: Partial<Record<Scope, readonly StaffRole[]>> = {
  'admin:claims': ['arbiter', 'admin'],
  'admin:reports': MODERATORS,
}

/** Whether somebody with these roles may hold a scope. */
export const rolesAllowScope = (roles: readonly StaffRole[], scope: Scope): boolean => {
  const needed = SCOPE_ROLES[scope]
  return !needed || needed.some((role) => roles.includes(role))
}
