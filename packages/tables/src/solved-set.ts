import type { Placements } from '@tegenzet/rules/mill'

/** The values of all positions with so many stones of the side to move and of the other. */
export interface SolvedSet {
  readonly placements: Placements
  /** By placement number; `decodeValue` and `decodePlies` say what a byte means. */
  readonly values: Uint8Array
}

/** Looks up a position with these sets of points. @throws RangeError if the set has not as many stones */
export function lookUp({ placements, values }: SolvedSet, own: number, enemy: number): number {
  const value = values[placements.indexOf(own, enemy)]
  if (value === undefined) throw new RangeError('the position is not in this set')
  return value
}
