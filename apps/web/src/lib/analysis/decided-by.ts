/** What a table says of a position, for the side to move. */
export interface TableValue {
  value: 'win' | 'loss' | 'draw' | null
  plies: number | null
}

/** In how many plies the side to move wins; negative if it loses, null for a draw. */
export function decidedBy({ value, plies }: TableValue): number | null {
  if (value === 'win') return plies ?? 0
  return value === 'loss' ? -(plies ?? 0) : null
}
