import type { Placements } from '@tegenzet/rules/mill'
import { DRAW } from './value.ts'

/** Values over all placements, not folded by symmetry. */
export interface Counts {
  n: number
  win: number
  loss: number
  draw: number
  /** The plies of the longest win or loss. */
  max: number
}

/** Counts the values of a set. */
export function countValues(placements: Placements, values: Uint8Array): Counts {
  const counts = { n: 0, win: 0, loss: 0, draw: 0, max: 0 }
  for (const [index, byte] of values.entries()) {
    const multiplicity = placements.multiplicity(index)
    counts.n += multiplicity
    if (byte === DRAW) counts.draw += multiplicity
    else if (byte & 1) counts.win += multiplicity
    else counts.loss += multiplicity
    if (byte !== DRAW && byte > counts.max) counts.max = byte
  }
  return counts
}
