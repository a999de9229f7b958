/** A ground and the numbers that prove it, for a claim or a draw offer. */
export interface ClaimBasis {
  ground: 'repetition' | 'quiet-moves'
  positions?: number[]
  plies?: number[]
  intendedMove?: string
}

interface Position {
  ply: number
  position: string
  occurrence: number
  quiet: number | null
}

/** Two positions are the same if they differ only in the counters at their end (docs/rules.md). */
const keyOf = ({ position }: Position): string => {
  const fields = position.split(' ')
  return fields.slice(0, fields.length === 3 ? 2 : 4).join(' ')
}

/** A correct claim of quiet moves in the current position, if there is one. */
export function findQuietMoves(positions: readonly Position[]): ClaimBasis | null {
  const { ply, quiet } = positions.at(-1)!
  return quiet !== null && quiet >= 100 ? { ground: 'quiet-moves', plies: [ply - quiet + 1, ply] } : null
}

/** A correct claim that the current position has occurred three times, if there is one. */
export function findRepetition(positions: readonly Position[]): ClaimBasis | null {
  const last = positions.at(-1)!
  if (last.occurrence < 3) return null
  const same = positions.filter((each) => keyOf(each) === keyOf(last))
  return { ground: 'repetition', positions: same.slice(-3).map(({ ply }) => ply) }
}

/** A correct claim with an intended move, which was played before from the same position, if there is one. */
export function findIntendedRepetition(
  positions: readonly Position[],
  moves: readonly { ply: number; move: string }[],
): ClaimBasis | null {
  const last = positions.at(-1)!
  const before = positions.findLast((each) => each.ply < last.ply && keyOf(each) === keyOf(last))
  const next = before && positions[before.ply + 1]
  if (!next || next.occurrence < 2) return null
  const earlier = positions.find((each) => keyOf(each) === keyOf(next))!
  return {
    ground: 'repetition',
    positions: [earlier.ply, next.ply, last.ply + 1],
    intendedMove: moves[before.ply]!.move,
  }
}

/** The same claim with one wrong position, so that it must be rejected. */
export const withWrongPosition = (basis: ClaimBasis): ClaimBasis => {
  const [, second, third] = basis.positions!
  return { ...basis, positions: [second! - 1, second!, third!] }
}
