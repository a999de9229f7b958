/** What a token may do, as `noun:verb`. A session may do everything. */
export const SCOPES = [
  'account:read',
  'account:write',
  'game:read',
  'game:play',
  'challenge:write',
  'message:write',
  'tournament:write',
  'club:write',
  'analysis:read',
  'analysis:write',
  'admin:claims',
  'admin:reports',
] as const
export type Scope = (typeof SCOPES)[number]

/** Shown in the OpenAPI document. */
export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  'account:read': 'See your settings, e-mail address and notifications',
  'account:write': 'Change your settings',
  'game:read': 'See private data of your games and receive their events',
  'game:play': 'Play for you: moves, draw offers, claims, resigning',
  'challenge:write': 'Create, accept and decline challenges for you',
  'message:write': 'Write to your opponents for you',
  'tournament:write': 'Enter, leave and organise tournaments for you, and challenge on ladders',
  'club:write': 'Found, join and run clubs for you, and play in their matches',
  'analysis:read': 'Read your analyses, those of running games too',
  'analysis:write': 'Write and share your analyses for you',
  'admin:claims': 'Rule on claims as an arbiter or admin',
  'admin:reports': 'Read reports of players and rule on them as a moderator or admin',
}

/** Scopes that apps can get. Reports contain private messages, so apps never get `admin:reports`. */
export type AppScope = Exclude<Scope, 'admin:reports'>
export const APP_SCOPES = SCOPES.filter((scope): scope is AppScope => scope !== 'admin:reports')
