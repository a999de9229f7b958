import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMove,
  afterMoves,
  type ConditionalTree,
  continued,
  countBranches,
  countUnanswered,
  fromSavedBranches,
  isSameTree,
  knownPart,
  type Line,
  nextMoves,
  removeLastMove,
  toSavedBranches,
} from './conditional-tree.ts'

/** Builds a tree from lines: "a1 b2 c3" is the opponent's a1, the reply b2, then the opponent's c3. */
const treeFrom = (...lines: string[]): ConditionalTree =>
  lines.reduce<ConditionalTree>(
    (tree, line) =>
      line
        .split(' ')
        .reduce(
          (treeFrom, move, n, moves) => addMove(treeFrom, knownPart(treeFrom, moves.slice(0, n)), move),
          tree,
        ),
    [],
  )

describe('a tree of conditional moves', () => {
  const fork = treeFrom('a1 b2 c3 d4', 'a1 b2 c5 d6', 'a7 b8')

  it('can have several moves of the opponent in a position, and one reply to each', () => {
    expect(nextMoves(fork, [])).toEqual(['a1', 'a7'])
    expect(nextMoves(fork, ['a1'])).toEqual(['b2'])
    expect(nextMoves(fork, ['a1', 'b2'])).toEqual(['c3', 'c5'])
    expect(nextMoves(fork, ['a1', 'b9'])).toEqual([])
    expect(countBranches(fork)).toBe(4)
  })

  it('does not change when a move is added that it has already', () => {
    expect(addMove(fork, ['a1', 'b2'], 'c3')).toEqual(fork)
    expect(addMove(fork, ['a1'], 'b2')).toEqual(fork)
  })

  it('drops the moves after a reply that is replaced, and no others', () => {
    const changed = addMove(fork, ['a1'], 'b3')
    expect(nextMoves(changed, ['a1', 'b3'])).toEqual([])
    expect(nextMoves(changed, ['a7'])).toEqual(['b8'])
  })

  it('can lose a branch, or a reply with everything after it', () => {
    expect(removeLastMove(fork, ['a7'])).toEqual(treeFrom('a1 b2 c3 d4', 'a1 b2 c5 d6'))
    expect(removeLastMove(fork, ['a1', 'b2', 'c3'])).toEqual(treeFrom('a1 b2 c5 d6', 'a7 b8'))
    expect(removeLastMove(fork, ['a1', 'b2'])).toEqual(treeFrom('a1', 'a7 b8'))
    expect(removeLastMove(fork, ['a1', 'x'])).toEqual(fork)
  })

  it('shrinks to what is still possible after the moves played', () => {
    expect(afterMoves(fork, ['a1'])).toEqual(treeFrom('a1 b2 c3 d4', 'a1 b2 c5 d6'))
    expect(afterMoves(fork, ['a1', 'b2'])).toEqual(treeFrom('c3 d4', 'c5 d6'))
    expect(afterMoves(fork, ['a1', 'b2', 'c5', 'd6'])).toEqual([])
  })

  it('is empty after a move that it does not have', () => {
    expect(afterMoves(fork, ['x'])).toEqual([])
    expect(afterMoves(fork, ['a1', 'x'])).toEqual([])
  })

  it('counts the moves without a reply, and leaves them out when it is saved', () => {
    const open = treeFrom('a1 b2 c3', 'a7')
    expect(countUnanswered(open)).toBe(2)
    expect(fromSavedBranches(toSavedBranches(open))).toEqual(treeFrom('a1 b2'))
  })

  it('finds the part of a line that it has, and continues a line to its end', () => {
    expect(knownPart(fork, ['a1', 'b2', 'x', 'd4'])).toEqual(['a1', 'b2'])
    expect(continued(fork, ['a1', 'b2'])).toEqual(['a1', 'b2', 'c3', 'd4'])
    expect(continued(fork, ['a1', 'b2', 'c5'])).toEqual(['a1', 'b2', 'c5', 'd6'])
  })

  it('is the same tree in whatever order its moves were added, and another one with another reply', () => {
    expect(isSameTree(fork, treeFrom('a7 b8', 'a1 b2 c5 d6', 'a1 b2 c3 d4'))).toBe(true)
    expect(isSameTree(fork, treeFrom('a7 b9', 'a1 b2 c5 d6', 'a1 b2 c3 d4'))).toBe(false)
  })
})

/** Few different moves, so that many lines share a beginning. */
const line = fc.array(fc.constantFrom('p', 'q', 'r'), { minLength: 1, maxLength: 7 })
const tree = fc
  .array(line, { maxLength: 8 })
  .map((lines) => treeFrom(...lines.map((moves) => moves.join(' '))))

/** Every line of a tree. */
const linesOf = (tree: ConditionalTree, line: Line = []): Line[] => [
  line,
  ...nextMoves(tree, line).flatMap((move) => linesOf(tree, [...line, move])),
]
const someLine = fc
  .tuple(tree, fc.nat())
  .map(([tree, n]): [ConditionalTree, Line] => [tree, linesOf(tree)[n % linesOf(tree).length] as Line])

describe('any tree of conditional moves', () => {
  it('has an added move, and each move of the opponent only once', () => {
    fc.assert(
      fc.property(someLine, fc.constantFrom('p', 'q', 'new'), ([tree, at], move) => {
        const more = addMove(tree, at, move)
        expect(knownPart(more, [...at, move])).toEqual([...at, move])
        for (const place of linesOf(more)) {
          const moves = nextMoves(more, place)
          expect(new Set(moves).size).toBe(moves.length)
          if (place.length % 2 === 1) expect(moves.length).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('is unchanged after a move is added and removed again', () => {
    fc.assert(
      fc.property(someLine, ([tree, at]) => {
        fc.pre(at.length % 2 === 0 || nextMoves(tree, at).length === 0)
        expect(removeLastMove(addMove(tree, at, 'new'), [...at, 'new'])).toEqual(tree)
      }),
    )
  })

  it('loses only the lines that contain the removed move', () => {
    fc.assert(
      fc.property(someLine, ([tree, at]) => {
        fc.pre(at.length > 0)
        const goesOn = (line: Line) => at.every((move, n) => line[n] === move)
        expect(linesOf(removeLastMove(tree, at))).toEqual(linesOf(tree).filter((line) => !goesOn(line)))
      }),
    )
  })

  it('shrinks in the same way in one step or in several', () => {
    fc.assert(
      fc.property(someLine, fc.nat(), ([tree, at], cut) => {
        const first = at.slice(0, 2 * (cut % (Math.floor(at.length / 2) + 1)))
        expect(afterMoves(afterMoves(tree, first), at.slice(first.length))).toEqual(afterMoves(tree, at))
        if (at.length % 2 === 0)
          expect(linesOf(afterMoves(tree, at)).map((rest) => [...at, ...rest])).toEqual(
            linesOf(tree).filter((line) => at.every((move, n) => line[n] === move)),
          )
      }),
    )
  })

  it('survives being saved and loaded, apart from moves without a reply', () => {
    fc.assert(
      fc.property(tree, (tree) => {
        const sent = toSavedBranches(tree)
        const back = fromSavedBranches(sent)
        expect(countUnanswered(back)).toBe(0)
        expect(toSavedBranches(back)).toEqual(sent)
        expect(isSameTree(back, tree)).toBe(countUnanswered(tree) === 0)
        expect(countBranches(back) + countUnanswered(tree)).toBe(countBranches(tree))
      }),
    )
  })
})
