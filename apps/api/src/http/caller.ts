import { ADMIN_SCOPES, type EventType, type Role, type Scope } from '@tegenzet/contract'

/** Who sent a request: the session or token behind it, its account and its player. */
export interface Caller {
  /** `session:12`, `token:<uuid>` or `app:34` (an access token): what a revocation names. */
  credential: string
  /** An app's access token is not a personal token: it was given by OAuth. */
  kind: 'session' | 'token' | 'app'
  /** Of an app: that the player lets it act for them. What the app leaves behind hangs on this. */
  connectionId?: number
  accountId: number
  playerId: number
  username: string
  bot: boolean
  role: Role
  /** A session may do everything. */
  scopes: 'all' | readonly Scope[]
}

/** Whoever is no longer an admin holds no admin's scope, whatever an old token says. */
export const holdsScope = (caller: Pick<Caller, 'role' | 'scopes'>, scope: Scope): boolean =>
  (caller.role === 'admin' || !ADMIN_SCOPES.includes(scope)) &&
  (caller.scopes === 'all' || caller.scopes.includes(scope))

/** Any of which lets a token hear what concerns its player. */
const HEARD_BY: Record<EventType, readonly Scope[]> = {
  game: ['game:read'],
  challenge: ['challenge:write'],
  claim: ['game:read', 'admin:claims'],
  message: ['game:read'],
  plan: ['game:read'],
  report: ['admin:reports'],
  notice: ['account:read'],
  'notices-read': ['account:read'],
}

/** Whether events of a type that concern its player are told to a session or token, on whatever way. */
export const mayHear = (caller: Pick<Caller, 'role' | 'scopes'>, type: EventType): boolean =>
  HEARD_BY[type].some((scope) => holdsScope(caller, scope))
