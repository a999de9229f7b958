import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterPlay,
  answered,
  type Line,
  movesAfter,
  onward,
  sameTree,
  sizeOf,
  type Tree,
  treeOf,
  unanswered,
  within,
  withMove,
  withoutEnd,
} from './plan-tree.ts'

/** Moves added one line after the other: "a1 b2 c3" is the opponent's a1, answered by b2, then the opponent's c3. */
const grown = (...lines: string[]): Tree =>
  lines.reduce<Tree>(
    (tree, line) =>
      line
        .split(' ')
        .reduce((grown, move, n, moves) => withMove(grown, within(grown, moves.slice(0, n)), move), tree),
    [],
  )

describe('a tree of conditional moves', () => {
  const fork = grown('a1 b2 c3 d4', 'a1 b2 c5 d6', 'a7 b8')

  it('has several moves of the opponent in one place, and one answer to each', () => {
    expect(movesAfter(fork, [])).toEqual(['a1', 'a7'])
    expect(movesAfter(fork, ['a1'])).toEqual(['b2'])
    expect(movesAfter(fork, ['a1', 'b2'])).toEqual(['c3', 'c5'])
    expect(movesAfter(fork, ['a1', 'b9'])).toEqual([])
    expect(sizeOf(fork)).toBe(4)
  })

  it('keeps a move that it has as it is', () => {
    expect(withMove(fork, ['a1', 'b2'], 'c3')).toEqual(fork)
    expect(withMove(fork, ['a1'], 'b2')).toEqual(fork)
  })

  it('drops what came after an answer that is changed, and nothing beside it', () => {
    const changed = withMove(fork, ['a1'], 'b3')
    expect(movesAfter(changed, ['a1', 'b3'])).toEqual([])
    expect(movesAfter(changed, ['a7'])).toEqual(['b8'])
  })

  it('loses a branch, or an answer with all that came after it', () => {
    expect(withoutEnd(fork, ['a7'])).toEqual(grown('a1 b2 c3 d4', 'a1 b2 c5 d6'))
    expect(withoutEnd(fork, ['a1', 'b2', 'c3'])).toEqual(grown('a1 b2 c5 d6', 'a7 b8'))
    expect(withoutEnd(fork, ['a1', 'b2'])).toEqual(grown('a1', 'a7 b8'))
    expect(withoutEnd(fork, ['a1', 'x'])).toEqual(fork)
  })

  it('is followed by what is played, down to the branch in which an answer is due', () => {
    expect(afterPlay(fork, ['a1'])).toEqual(grown('a1 b2 c3 d4', 'a1 b2 c5 d6'))
    expect(afterPlay(fork, ['a1', 'b2'])).toEqual(grown('c3 d4', 'c5 d6'))
    expect(afterPlay(fork, ['a1', 'b2', 'c5', 'd6'])).toEqual([])
  })

  it('is over where something else is played', () => {
    expect(afterPlay(fork, ['x'])).toEqual([])
    expect(afterPlay(fork, ['a1', 'x'])).toEqual([])
  })

  it('leaves what has no answer out of what is saved, and counts it', () => {
    const open = grown('a1 b2 c3', 'a7')
    expect(unanswered(open)).toBe(2)
    expect(treeOf(answered(open))).toEqual(grown('a1 b2'))
  })

  it('shows a line as far as it has it, and leads on along its first moves', () => {
    expect(within(fork, ['a1', 'b2', 'x', 'd4'])).toEqual(['a1', 'b2'])
    expect(onward(fork, ['a1', 'b2'])).toEqual(['a1', 'b2', 'c3', 'd4'])
    expect(onward(fork, ['a1', 'b2', 'c5'])).toEqual(['a1', 'b2', 'c5', 'd6'])
  })

  it('is the same whichever of two moves was thought of first, and another with another answer', () => {
    expect(sameTree(fork, grown('a7 b8', 'a1 b2 c5 d6', 'a1 b2 c3 d4'))).toBe(true)
    expect(sameTree(fork, grown('a7 b9', 'a1 b2 c5 d6', 'a1 b2 c3 d4'))).toBe(false)
  })
})

/** Lines over few moves, so that they meet and part again. */
const line = fc.array(fc.constantFrom('p', 'q', 'r'), { minLength: 1, maxLength: 7 })
const tree = fc.array(line, { maxLength: 8 }).map((lines) => grown(...lines.map((moves) => moves.join(' '))))

/** Every line of a tree. */
const linesOf = (tree: Tree, line: Line = []): Line[] => [
  line,
  ...movesAfter(tree, line).flatMap((move) => linesOf(tree, [...line, move])),
]
const someLine = fc
  .tuple(tree, fc.nat())
  .map(([tree, n]): [Tree, Line] => [tree, linesOf(tree)[n % linesOf(tree).length] as Line])

describe('any tree of conditional moves', () => {
  it('has a move that was added, and each move of the opponent once', () => {
    fc.assert(
      fc.property(someLine, fc.constantFrom('p', 'q', 'new'), ([tree, at], move) => {
        const more = withMove(tree, at, move)
        expect(within(more, [...at, move])).toEqual([...at, move])
        for (const place of linesOf(more)) {
          const moves = movesAfter(more, place)
          expect(new Set(moves).size).toBe(moves.length)
          if (place.length % 2 === 1) expect(moves.length).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('is as it was once what was added to it is removed', () => {
    fc.assert(
      fc.property(someLine, ([tree, at]) => {
        fc.pre(at.length % 2 === 0 || movesAfter(tree, at).length === 0)
        expect(withoutEnd(withMove(tree, at, 'new'), [...at, 'new'])).toEqual(tree)
      }),
    )
  })

  it('loses with the end of a line that line and what goes on from it, and no other', () => {
    fc.assert(
      fc.property(someLine, ([tree, at]) => {
        fc.pre(at.length > 0)
        const goesOn = (line: Line) => at.every((move, n) => line[n] === move)
        expect(linesOf(withoutEnd(tree, at))).toEqual(linesOf(tree).filter((line) => !goesOn(line)))
      }),
    )
  })

  it('has after some moves what it had below them, in one step or in several', () => {
    fc.assert(
      fc.property(someLine, fc.nat(), ([tree, at], cut) => {
        const first = at.slice(0, 2 * (cut % (Math.floor(at.length / 2) + 1)))
        expect(afterPlay(afterPlay(tree, first), at.slice(first.length))).toEqual(afterPlay(tree, at))
        if (at.length % 2 === 0)
          expect(linesOf(afterPlay(tree, at)).map((rest) => [...at, ...rest])).toEqual(
            linesOf(tree).filter((line) => at.every((move, n) => line[n] === move)),
          )
      }),
    )
  })

  it('comes back from the server as it was sent, and is whole then', () => {
    fc.assert(
      fc.property(tree, (tree) => {
        const sent = answered(tree)
        const back = treeOf(sent)
        expect(unanswered(back)).toBe(0)
        expect(answered(back)).toEqual(sent)
        expect(sameTree(back, tree)).toBe(unanswered(tree) === 0)
        expect(sizeOf(back) + unanswered(tree)).toBe(sizeOf(tree))
      }),
    )
  })
})
