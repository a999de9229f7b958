import type { Scope, StaffRole } from '@tegenzet/contract'
import { rolesAllowScope } from '@tegenzet/contract/roles'
import { m } from '@tegenzet/texts/messages'

interface ScopeTexts {
  name: () => string
  text: () => string
}

export const SCOPE_TEXTS: Record<Scope, ScopeTexts> = {
  'account:read': { name: m.account_scope_account_read, text: m.account_scope_account_read_text },
  'account:write': { name: m.account_scope_account_write, text: m.account_scope_account_write_text },
  'game:read': { name: m.account_scope_game_read, text: m.account_scope_game_read_text },
  'game:play': { name: m.account_scope_game_play, text: m.account_scope_game_play_text },
  'challenge:write': { name: m.account_scope_challenge_write, text: m.account_scope_challenge_write_text },
  'message:write': { name: m.account_scope_message_write, text: m.account_scope_message_write_text },
  'tournament:write': { name: m.account_scope_tournament_write, text: m.account_scope_tournament_write_text },
  'club:write': { name: m.account_scope_club_write, text: m.account_scope_club_write_text },
  'analysis:read': { name: m.account_scope_analysis_read, text: m.account_scope_analysis_read_text },
  'analysis:write': { name: m.account_scope_analysis_write, text: m.account_scope_analysis_write_text },
  'admin:claims': { name: m.account_scope_admin_claims, text: m.account_scope_admin_claims_text },
  'admin:reports': { name: m.account_scope_admin_reports, text: m.account_scope_admin_reports_text },
}

/** The names of the scopes in one line. */
export const formatScopes = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => SCOPE_TEXTS[scope].name()).join(' · ')

/** The scopes that a user can grant. */
export const scopesFor = (roles: readonly StaffRole[]): Scope[] =>
  (Object.keys(SCOPE_TEXTS) as Scope[]).filter((scope) => rolesAllowScope(roles, scope))
