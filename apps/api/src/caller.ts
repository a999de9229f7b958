import type { Role, Scope } from '@tegenzet/contract'

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

export const holdsScope = (caller: Caller, scope: Scope): boolean =>
  caller.scopes === 'all' || caller.scopes.includes(scope)
