const RANKS = [
  ['a7', 'd7', 'g7'],
  ['b6', 'd6', 'f6'],
  ['c5', 'd5', 'e5'],
  ['a4', 'b4', 'c4', 'e4', 'f4', 'g4'],
  ['c3', 'd3', 'e3'],
  ['b2', 'd2', 'f2'],
  ['a1', 'd1', 'g1'],
]

/** The points of the standard board, drawn without the code that builds it. */
export const POINTS = RANKS.flat()

/** Ranks and files in threes; on the diagonal board also the two long diagonals. */
export function rowsOfThree(diagonal: boolean): string[][] {
  const files = [...'abcdefg'].map((file) => POINTS.filter((point) => point[0] === file).reverse())
  const diagonals = [
    ['a1', 'b2', 'c3', 'e5', 'f6', 'g7'],
    ['a7', 'b6', 'c5', 'e3', 'f2', 'g1'],
  ]
  return [...RANKS, ...files, ...(diagonal ? diagonals : [])].flatMap((row) =>
    row.length === 3 ? [row] : [row.slice(0, 3), row.slice(3)],
  )
}
