/** What a personal token may do, `noun:verb`. A logged-in session may do all of it. */
export const SCOPES = [
  'account:read',
  'account:write',
  'game:read',
  'game:play',
  'challenge:write',
  'message:write',
  'admin:claims',
  'admin:reports',
] as const
export type Scope = (typeof SCOPES)[number]

/** What each lets a program do, in the API's document. */
export const SCOPE_DESCRIPTIONS: Record<Scope, string> = {
  'account:read': 'See your settings, e-mail address and notices',
  'account:write': 'Change your settings',
  'game:read': 'See what is private in your games, and be told of what happens in them',
  'game:play': 'Play for you: moves, draws, claims, resigning',
  'challenge:write': 'Make, accept and decline challenges for you',
  'message:write': 'Write to your opponents for you',
  'admin:claims': 'Rule on claims as an admin',
  'admin:reports': 'Read reports of players and rule on them as an admin',
}

/** Those that an app can be given. What players write to each other is read by admins themselves, in no app of others. */
export type AppScope = Exclude<Scope, 'admin:reports'>
export const APP_SCOPES = SCOPES.filter((scope): scope is AppScope => scope !== 'admin:reports')

/** Scopes that only an admin's token can hold. */
export const ADMIN_SCOPES: readonly Scope[] = ['admin:claims', 'admin:reports']
