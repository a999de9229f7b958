import { bySeed, type Seed } from './groups.ts'

/** Who has signed up for a match. */
export interface MatchSeed<Id = number> extends Seed<Id> {
  /** In the order given to the side by hand, from 1. null: after those, by rating */
  place: number | null
}

/** A board of a match: a player of each side. */
export interface MatchBoard<S> {
  /** From 1, the first players. */
  board: number
  a: S
  b: S
}

const byPlace = (one: MatchSeed<unknown>, other: MatchSeed<unknown>): number => {
  if (one.place === other.place) return bySeed(one, other)
  return (one.place ?? Number.POSITIVE_INFINITY) - (other.place ?? Number.POSITIVE_INFINITY)
}

/**
 * The boards of a match. Of each side the first are chosen: those ordered by hand, the others by rating, unrated players last,
 * then by sign-up. The first of both sides meet on board 1, and so on. There are as many boards as the smaller side can fill.
 * @param most how many boards there are at most
 */
export function lineUp<S extends MatchSeed<unknown>>(
  a: readonly S[],
  b: readonly S[],
  most: number,
): MatchBoard<S>[] {
  const orderB = b.toSorted(byPlace)
  return a
    .toSorted(byPlace)
    .slice(0, most)
    .flatMap((player, n) => {
      const other = orderB[n]
      return other ? [{ board: n + 1, a: player, b: other }] : []
    })
}

/**
 * Who has White in the games of a board: with one game, club A on odd boards; with two, each once.
 * @returns the side with White, for each game
 */
export const whitesOf = (board: number, gamesPerBoard: 1 | 2): ('a' | 'b')[] =>
  gamesPerBoard === 2 ? ['a', 'b'] : [board % 2 === 1 ? 'a' : 'b']
