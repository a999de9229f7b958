import { ADMIN_SCOPES, type EventType, type Role, type Scope } from '@tegenzet/contract'

/** Who sent a request: the session or token behind it, its account and its player. */
export interface Caller {
  /** `session:12`, `token:<uuid>` or `app:34` (an access token): what a revocation names. */
  credential: string
  /** `app`: an access token that an app got by OAuth. */
  kind: 'session' | 'token' | 'app'
  /** Of an app: the connection by which the player lets it act for them. Webhooks of the app end with it. */
  connectionId?: number
  accountId: number
  playerId: number
  username: string
  bot: boolean
  role: Role
  /** A session may do everything. */
  scopes: 'all' | readonly Scope[]
}

/** A former admin holds no admin scope, even if an old token has it. */
export const holdsScope = (caller: Pick<Caller, 'role' | 'scopes'>, scope: Scope): boolean =>
  (caller.role === 'admin' || !ADMIN_SCOPES.includes(scope)) &&
  (caller.scopes === 'all' || caller.scopes.includes(scope))

/** Scopes of which one is enough to receive events that concern the player. */
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

/** Whether a session or token may receive events of this type that concern its player, on any channel. */
export const mayHear = (caller: Pick<Caller, 'role' | 'scopes'>, type: EventType): boolean =>
  HEARD_BY[type].some((scope) => holdsScope(caller, scope))
