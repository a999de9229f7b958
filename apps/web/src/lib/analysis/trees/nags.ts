/** What can be noted on a move, and on the position after it: of each group one at most. */
export const MOVE_NAGS = [1, 2, 3, 4, 5, 6]
export const POSITION_NAGS = [10, 16, 17, 18, 19]

/** Sets a numeric annotation glyph in place of others of its group, or removes it. */
export function toggleNag(nags: readonly number[], nag: number): number[] {
  const group = [MOVE_NAGS, POSITION_NAGS].find((each) => each.includes(nag)) ?? [nag]
  const others = nags.filter((other) => !group.includes(other))
  return nags.includes(nag) ? others : [...others, nag].sort((a, b) => a - b)
}
