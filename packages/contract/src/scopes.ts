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

/** Scopes that only an admin's token can hold. */
export const ADMIN_SCOPES: readonly Scope[] = ['admin:claims']
