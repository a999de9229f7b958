/** Who enters a group or a division: the rating at the start of the tournament, and the number of the entry. */
export interface Seed<Id = number> {
  id: Id
  /** null for players without a rating: they come last. */
  rating: number | null
  /** Rises with every entry, so it decides between equal ratings. */
  entry: number
}

const MIN_GROUP_SIZE = 3

/** Best first: by rating, unrated players last, then by entry. */
export const seedOrder = <S extends Seed<unknown>>(seeds: readonly S[]): S[] =>
  seeds.toSorted((a, b) => bySeed(a, b))

export const bySeed = (a: Seed<unknown>, b: Seed<unknown>): number => {
  if (a.rating !== b.rating) {
    if (a.rating === null) return 1
    if (b.rating === null) return -1
    return b.rating - a.rating
  }
  return a.entry - b.entry
}

/**
 * How many groups a stage has. A group may be up to two larger than `groupSize`, so that none has fewer than three
 * players. Fewer than three entrants make one group.
 */
export const groupCount = (entrants: number, groupSize: number): number =>
  Math.max(1, Math.min(Math.ceil(entrants / groupSize), Math.floor(entrants / MIN_GROUP_SIZE)))

/** The sizes of `count` groups: they differ by at most one, the larger ones first. */
export const groupSizes = (entrants: number, count: number): number[] =>
  Array.from(
    { length: count },
    (_, group) => Math.floor(entrants / count) + (group < entrants % count ? 1 : 0),
  )

/**
 * Deals seeds into groups in snake order: the best to group 1, 2, 3, the next to group 3, 2, 1, and so on. Each group
 * lists its players by seed.
 */
export function snakeGroups<S extends Seed<unknown>>(seeds: readonly S[], groupSize: number): S[][] {
  const count = groupCount(seeds.length, groupSize)
  const groups: S[][] = Array.from({ length: count }, () => [])
  for (const [place, seed] of seedOrder(seeds).entries()) {
    const turn = Math.floor(place / count)
    const step = place % count
    groups[turn % 2 === 0 ? step : count - 1 - step]?.push(seed)
  }
  return groups
}
