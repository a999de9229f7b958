import { PLAYER_KINDS, type Player } from '@tegenzet/contract'

/** A stored value out of a closed list. @throws where this release does not know it */
export function oneOf<const T extends string>(values: readonly T[], value: string): T {
  for (const known of values) if (known === value) return known
  throw new Error(`the database holds ${JSON.stringify(value)}, expected one of ${values.join(', ')}`)
}

/** A player out of a row's columns. */
export const decodePlayer = (row: { id: number; username: string; kind: string }): Player => ({
  id: row.id,
  username: row.username,
  kind: oneOf(PLAYER_KINDS, row.kind),
})
