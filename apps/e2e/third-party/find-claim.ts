/** What a claim or an offer says: a ground, and the numbers it rests on. */
export interface Basis {
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

/** What makes two positions the same (docs/rules.md): not the counters, which stand last. */
const keyOf = ({ position }: Position): string => {
  const fields = position.split(' ')
  return fields.slice(0, fields.length === 3 ? 2 : 4).join(' ')
}

/** A claim of quiet moves that is right as the game stands. */
export function findQuiet(positions: readonly Position[]): Basis | null {
  const { ply, quiet } = positions.at(-1)!
  return quiet !== null && quiet >= 100 ? { ground: 'quiet-moves', plies: [ply - quiet + 1, ply] } : null
}

/** A claim that the position on the board stands for the third time. */
export function findRepetition(positions: readonly Position[]): Basis | null {
  const last = positions.at(-1)!
  if (last.occurrence < 3) return null
  const same = positions.filter((each) => keyOf(each) === keyOf(last))
  return { ground: 'repetition', positions: same.slice(-3).map(({ ply }) => ply) }
}

/** A claim that a move, if it is played as it was from the same position before, repeats what follows for the third time. */
export function findIntended(
  positions: readonly Position[],
  moves: readonly { ply: number; move: string }[],
): Basis | null {
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

/** The same claim with a position in it that is another one. */
export const spoilt = (basis: Basis): Basis => {
  const [, second, third] = basis.positions!
  return { ...basis, positions: [second! - 1, second!, third!] }
}
