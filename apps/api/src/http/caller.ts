import { type Player, type Role, rolesAllowScope, type Scope, type StaffRole } from '@tegenzet/contract'

/** Who sent a request: the session or token behind it, its account and its player. */
export interface Caller {
  /** `session:12`, `token:<uuid>` or `app:34` (an access token). Revocations name it. */
  credential: string
  /** `app`: the access token of an OAuth app. */
  kind: 'session' | 'token' | 'app'
  /** Only with kind `app`: the player's connection with the app. The app's webhooks end with it. */
  connectionId?: number
  accountId: number
  playerId: number
  username: string
  bot: boolean
  guest: boolean
  role: Role
  /** An admin who must first set up a second factor, and is a player until then. */
  factorMissing: boolean
  roles: readonly StaffRole[]
  /** A session may do everything. */
  scopes: 'all' | readonly Scope[]
}

/** A token loses the scopes for which its owner no longer has the role. */
export const holdsScope = (caller: Pick<Caller, 'roles' | 'scopes'>, scope: Scope): boolean =>
  rolesAllowScope(caller.roles, scope) && (caller.scopes === 'all' || caller.scopes.includes(scope))

/** The player of a caller who is no guest. */
export const playerOf = ({ playerId, username, bot }: Caller): Player => ({
  id: playerId,
  username,
  kind: bot ? 'bot' : 'human',
})
