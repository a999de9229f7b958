import { PLAYER_KINDS, type Player } from '@tegenzet/contract'

/** Checks a stored value against a closed list. @throws if this release does not know it */
export function oneOf<const T extends string>(values: readonly T[], value: string): T {
  for (const known of values) if (known === value) return known
  throw new Error(`the database holds ${JSON.stringify(value)}, expected one of ${values.join(', ')}`)
}

/** Selects what `decodePlayer` needs of a player. */
export const PLAYER = { select: { id: true, username: true, kind: true } } as const

/** Makes a player of a row's columns. */
export const decodePlayer = (row: { id: number; username: string; kind: string }): Player => ({
  id: row.id,
  username: row.username,
  kind: oneOf(PLAYER_KINDS, row.kind),
})

// columns of queries that do not go through Prisma
export const asInt = (value: unknown): number => checked(value, Number.isInteger(value))
export const asText = (value: unknown): string => checked(value, typeof value === 'string')
export const asBoolean = (value: unknown): boolean => checked(value, typeof value === 'boolean')
export const asTexts = (value: unknown): string[] =>
  checked(value, Array.isArray(value) && value.every((each) => typeof each === 'string'))

function checked<T>(value: unknown, ok: boolean): T {
  if (!ok) throw new TypeError(`unexpected value in a database column: ${JSON.stringify(value)}`)
  return value as T
}
