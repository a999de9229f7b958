import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineUp, type MatchSeed, seedOrder, whitesOf } from './index.ts'

const side = (first: number, ordered = 0) =>
  fc.array(fc.option(fc.integer({ min: 400, max: 410 }), { freq: 4 }), { maxLength: 30 }).map((ratings) =>
    ratings.map((rating, n): MatchSeed => {
      const place = n < ordered ? ordered - n : null
      return { id: first + n, rating, entry: first + n, place }
    }),
  )
const match = fc.record({
  a: side(1),
  b: side(101),
  most: fc.integer({ min: 1, max: 100 }),
})

it('has as many boards as both sides can fill, at most as many as agreed, numbered from 1', () => {
  fc.assert(
    fc.property(match, ({ a, b, most }) => {
      const boards = lineUp(a, b, most)
      expect(boards).toHaveLength(Math.min(most, a.length, b.length))
      expect(boards.map(({ board }) => board)).toEqual(boards.map((_, n) => n + 1))
    }),
  )
})

it('gives nobody two boards, and a board to nobody while a better player of the club has none', () => {
  fc.assert(
    fc.property(match, ({ a, b, most }) => {
      const boards = lineUp(a, b, most)
      for (const [all, chosen] of [
        [a, boards.map((each) => each.a)],
        [b, boards.map((each) => each.b)],
      ] as const) {
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen).toEqual(seedOrder(all).slice(0, chosen.length))
      }
    }),
  )
})

it('takes those ordered by hand first, in that order, then the others by rating', () => {
  fc.assert(
    fc.property(side(1, 4), side(101), (a, b) => {
      const byHand = a.slice(0, 4).toReversed()
      const order = [...byHand, ...seedOrder(a.slice(4))]
      const played = lineUp(a, b, 100)
      expect(played.map((each) => each.a)).toEqual(order.slice(0, played.length))
    }),
  )
})

it('does not depend on the order in which the players are given, and swaps with the clubs', () => {
  fc.assert(
    fc.property(match, ({ a, b, most }) => {
      const boards = lineUp(a, b, most)
      expect(lineUp(a.toReversed(), b.toReversed(), most)).toEqual(boards)
      expect(lineUp(b, a, most)).toEqual(boards.map(({ board, a, b }) => ({ board, a: b, b: a })))
    }),
  )
})

it('gives both clubs White equally often, with one game a board to club A once more at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.constantFrom<1 | 2>(1, 2), (count, games) => {
      const whites = Array.from({ length: count }, (_, n) => whitesOf(n + 1, games)).flat()
      expect(whites).toHaveLength(count * games)
      const ofA = whites.filter((white) => white === 'a').length
      expect(ofA).toBe(Math.ceil(whites.length / 2))
    }),
  )
})
