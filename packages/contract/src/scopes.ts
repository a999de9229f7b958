/** What a personal token may do, `noun:verb`. A logged-in session may do all of it. */
export const SCOPES = [
  'account:read',
  'account:write',
  'game:read',
  'game:play',
  'challenge:write',
  'message:write',
  'admin:claims',
] as const
export type Scope = (typeof SCOPES)[number]

/** What each lets a program do, in the API's document. */
export const SCOPE_MEANINGS: Record<Scope, string> = {
  'account:read': 'See your settings, e-mail address and notices',
  'account:write': 'Change your settings',
  'game:read': 'See what is private in your games, and be told of what happens in them',
  'game:play': 'Play for you: moves, draws, claims, resigning',
  'challenge:write': 'Make, accept and decline challenges for you',
  'message:write': 'Write to your opponents for you',
  'admin:claims': 'Rule on claims as an admin',
}

/** Scopes that only an admin's token can hold. */
export const ADMIN_SCOPES: readonly Scope[] = ['admin:claims']
