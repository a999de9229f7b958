import { ADMIN_SCOPES, type Role, type Scope } from '@tegenzet/contract'

/** Who sent a request: the session or token behind it, its account and its player. */
export interface Caller {
  /** `session:12` or `token:<uuid>`: what a revocation names. */
  credential: string
  kind: 'session' | 'token'
  accountId: number
  playerId: number
  username: string
  role: Role
  /** A session may do everything. */
  scopes: 'all' | readonly Scope[]
}

/** Whoever is no longer an admin holds no admin's scope, whatever an old token says. */
export const holdsScope = (caller: Caller, scope: Scope): boolean =>
  (caller.role === 'admin' || !ADMIN_SCOPES.includes(scope)) &&
  (caller.scopes === 'all' || caller.scopes.includes(scope))
