import type { Scope } from '@tegenzet/contract'
import { m } from '$lib/paraglide/messages.js'

interface ScopeWords {
  /** What it lets a program do, in a few words. */
  name: () => string
  /** What that comes to, in a sentence. */
  text: () => string
}

/** Every scope in plain words, as tokens and apps are given it. */
export const SCOPE_WORDS: Record<Scope, ScopeWords> = {
  'account:read': { name: m.scope_account_read, text: m.scope_account_read_text },
  'account:write': { name: m.scope_account_write, text: m.scope_account_write_text },
  'game:read': { name: m.scope_game_read, text: m.scope_game_read_text },
  'game:play': { name: m.scope_game_play, text: m.scope_game_play_text },
  'challenge:write': { name: m.scope_challenge_write, text: m.scope_challenge_write_text },
  'message:write': { name: m.scope_message_write, text: m.scope_message_write_text },
  'admin:claims': { name: m.scope_admin_claims, text: m.scope_admin_claims_text },
  'admin:reports': { name: m.scope_admin_reports, text: m.scope_admin_reports_text },
}

/** In one line what these scopes let a program do. */
export const sayScopes = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => SCOPE_WORDS[scope].name()).join(' · ')

/** The scopes there are for somebody to give. */
export const scopesFor = (isAdmin: boolean): Scope[] =>
  (Object.keys(SCOPE_WORDS) as Scope[]).filter((scope) => isAdmin || !scope.startsWith('admin:'))
