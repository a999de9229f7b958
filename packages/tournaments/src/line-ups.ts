import { type Seed, seedOrder } from './groups.ts'

/** A board of a match between two clubs: a player of each. */
export interface MatchBoard<S> {
  /** From 1, the strongest players. */
  board: number
  a: S
  b: S
}

/**
 * The boards of a match. Of each side the best are chosen, by rating, unrated players last, then by sign-up; the best meet on
 * board 1, and so on. There are as many boards as the smaller side can fill.
 * @param most how many boards there are at most
 */
export function lineUp<S extends Seed<unknown>>(
  a: readonly S[],
  b: readonly S[],
  most: number,
): MatchBoard<S>[] {
  const bestB = seedOrder(b)
  return seedOrder(a)
    .slice(0, most)
    .flatMap((best, n) => {
      const other = bestB[n]
      return other ? [{ board: n + 1, a: best, b: other }] : []
    })
}

/**
 * Who has White in the games of a board: with one game, club A on odd boards; with two, each once.
 * @returns the side with White, for each game
 */
export const whitesOf = (board: number, gamesPerBoard: 1 | 2): ('a' | 'b')[] =>
  gamesPerBoard === 2 ? ['a', 'b'] : [board % 2 === 1 ? 'a' : 'b']
