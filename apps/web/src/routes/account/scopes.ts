import type { Scope } from '@tegenzet/contract'
import { m } from '$lib/paraglide/messages.js'

/** What each scope lets a token do. */
export const SCOPE_NAMES: Record<Scope, () => string> = {
  'account:read': m.scope_account_read,
  'account:write': m.scope_account_write,
  'game:read': m.scope_game_read,
  'game:play': m.scope_game_play,
  'challenge:write': m.scope_challenge_write,
  'message:write': m.scope_message_write,
  'admin:claims': m.scope_admin_claims,
}

/** The scopes there are for somebody to give. */
export const scopesFor = (isAdmin: boolean): Scope[] =>
  (Object.keys(SCOPE_NAMES) as Scope[]).filter((scope) => isAdmin || !scope.startsWith('admin:'))
