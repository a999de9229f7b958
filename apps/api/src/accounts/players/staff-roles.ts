import { STAFF_ROLES, type StaffRole } from '@tegenzet/contract'

/** The roles of an account. `admin` has a column of its own, because the setting `ADMINS` can give it too. */
export const staffRoles = ({ role, roles }: { role: string; roles: readonly string[] }): StaffRole[] =>
  STAFF_ROLES.filter((each) => each === role || roles.includes(each))
