import { groupSizes, type Seed, seedOrder } from './groups.ts'

export const DIVISION_SIZE = 7
export const MIN_LEAGUE_ENTRANTS = 4
/** This many go up from each division, and this many down. */
export const MOVING_PLACES = 2

/** Where a player goes after a season, if everybody else stays. */
export type LeagueMove = 'up' | 'down' | null

interface FinalPlace {
  /** Counted from 0. Those who left come last. */
  place: number
  /** How many players the division had. */
  size: number
  /** Its number from 0, the best first. */
  division: number
  divisions: number
  hasLeft: boolean
}

/** The move of a player by their place in the final standings of a division. Nobody who left goes up, even with few others. */
export function leagueMove({ place, size, division, divisions, hasLeft }: FinalPlace): LeagueMove {
  if (place < MOVING_PLACES && division > 0 && !hasLeft) return 'up'
  if (place >= size - MOVING_PLACES && division < divisions - 1) return 'down'
  return null
}

/** Cuts a list, best first, into divisions whose sizes differ by at most one. */
export function divide<S>(ranked: readonly S[]): S[][] {
  const sizes = groupSizes(ranked.length, Math.max(1, Math.ceil(ranked.length / DIVISION_SIZE)))
  let start = 0
  return sizes.map((size) => {
    start += size
    return ranked.slice(start - size, start)
  })
}

/**
 * The divisions of the next season. The top two of each division go up, the bottom two down, newcomers start in the
 * lowest, by rating. In the first season (no `previous`) everybody is placed by rating.
 *
 * `previous`: each division's players in order, those who left at the end; the best division first.
 * Players who do not enter again leave a gap.
 * @param left who left a division of `previous`
 */
export function nextDivisions<S extends Seed<unknown>>(
  previous: readonly (readonly S['id'][])[],
  entrants: readonly S[],
  left: ReadonlySet<S['id']> = new Set(),
): S[][] {
  const seeds = new Map(entrants.map((seed) => [seed.id, seed]))
  const divisions = previous.map((): Movers<S> => ({ relegated: [], promoted: [], staying: [], left: [] }))
  for (const [index, players] of previous.entries())
    for (const [place, id] of players.entries()) {
      const seed = seeds.get(id)
      if (!seed) continue
      seeds.delete(id)
      const move = leagueMove({
        place,
        size: players.length,
        hasLeft: left.has(id),
        division: index,
        divisions: previous.length,
      })
      if (move === 'up') divisions[index - 1]?.promoted.push(seed)
      else if (move === 'down') divisions[index + 1]?.relegated.push(seed)
      else divisions[index]?.[left.has(id) ? 'left' : 'staying'].push(seed)
    }
  return divide([...divisions.flatMap(inOrder), ...seedOrder([...seeds.values()])])
}

interface Movers<S> {
  relegated: S[]
  promoted: S[]
  staying: S[]
  /** Who left and is neither promoted nor relegated. */
  left: S[]
}

/**
 * Sizes may change between seasons, so that the first or last of a division ends up in the next one. Players who have just
 * moved are put in the middle, so that nobody moves twice, or back, because others left. Who left comes after all others.
 */
const inOrder = <S>({ relegated, promoted, staying, left }: Movers<S>): S[] => {
  const middle = Math.ceil(staying.length / 2)
  return [...staying.slice(0, middle), ...relegated, ...promoted, ...staying.slice(middle), ...left]
}
