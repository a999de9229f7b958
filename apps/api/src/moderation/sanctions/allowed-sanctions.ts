import { SANCTION_KINDS, type SanctionKind, type StaffRole } from '@tegenzet/contract'

/** The sanctions that somebody with these roles may impose and lift. */
export const allowedSanctions = (roles: readonly StaffRole[]): readonly SanctionKind[] =>
  roles.includes('admin') ? SANCTION_KINDS : ['mute']
