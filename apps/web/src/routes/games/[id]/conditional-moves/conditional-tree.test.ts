import { ruleSet, trustedMove, trustedPosition } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { childrenOf, cut, lineAlong, lineToEnd, movesOf, type Nodes } from '@tegenzet/trees'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMove, emptyTree, isSameTree, remainingTree } from './conditional-tree.ts'
import { planToTree } from './plan-to-tree.ts'
import { treeToPlan } from './tree-to-plan.ts'
import type { TrialLine } from './trial-board.svelte.ts'

/** A game with these moves. Conditional moves do not look into its positions. */
const gameAfter = (moves: TrialLine) => ({
  rules: ruleSet('muehle'),
  moves: moves.map(trustedMove),
  positions: ['start', ...moves].map((_, ply) => trustedPosition(`after ${ply}`)),
})

const nodeAt = (tree: Nodes, line: TrialLine) => lineAlong(tree, line).at(-1) ?? null
const knownPart = (tree: Nodes, line: TrialLine) => movesOf(tree, lineAlong(tree, line))
const nextMoves = (tree: Nodes, line: TrialLine): TrialLine =>
  knownPart(tree, line).length < line.length
    ? []
    : movesOf(tree, childrenOf(tree).get(nodeAt(tree, line)) ?? [])
const removeLast = (tree: MoveTree, line: TrialLine) => cut(tree, nodeAt(tree, line) ?? 0).tree
const afterMoves = (tree: MoveTree, played: TrialLine) => remainingTree(tree, gameAfter(played))

/** Builds a tree from lines: "a1 b2 c3" is the opponent's a1, the reply b2, then the opponent's c3. */
const treeFrom = (...lines: string[]): MoveTree =>
  lines.reduce<MoveTree>(
    (tree, line) =>
      line
        .split(' ')
        .reduce(
          (treeFrom, move, n, moves) => addMove(treeFrom, nodeAt(treeFrom, moves.slice(0, n)), move),
          tree,
        ),
    emptyTree(gameAfter([])),
  )

describe('a tree of conditional moves', () => {
  const fork = treeFrom('a1 b2 c3 d4', 'a1 b2 c5 d6', 'a7 b8')

  it('can have several moves of the opponent in a position, and one reply to each', () => {
    expect(nextMoves(fork, [])).toEqual(['a1', 'a7'])
    expect(nextMoves(fork, ['a1'])).toEqual(['b2'])
    expect(nextMoves(fork, ['a1', 'b2'])).toEqual(['c3', 'c5'])
    expect(nextMoves(fork, ['a1', 'b9'])).toEqual([])
    expect(treeToPlan(fork, null).replies).toBe(4)
  })

  it('does not change when a move is added that it has already', () => {
    expect(addMove(fork, nodeAt(fork, ['a1', 'b2']), 'c3')).toEqual(fork)
    expect(addMove(fork, nodeAt(fork, ['a1']), 'b2')).toEqual(fork)
  })

  it('drops the moves after a reply that is replaced, and no others', () => {
    const changed = addMove(fork, nodeAt(fork, ['a1']), 'b3')
    expect(nextMoves(changed, ['a1'])).toEqual(['b3'])
    expect(nextMoves(changed, ['a1', 'b3'])).toEqual([])
    expect(nextMoves(changed, ['a7'])).toEqual(['b8'])
  })

  it('can lose a branch, or a reply with everything after it', () => {
    expect(removeLast(fork, ['a7'])).toEqual(treeFrom('a1 b2 c3 d4', 'a1 b2 c5 d6'))
    expect(removeLast(fork, ['a1', 'b2', 'c3'])).toEqual(treeFrom('a1 b2 c5 d6', 'a7 b8'))
    expect(removeLast(fork, ['a1', 'b2'])).toEqual(treeFrom('a1', 'a7 b8'))
  })

  it('shrinks to what is still possible after the moves played, from the position there', () => {
    expect(afterMoves(fork, [])).toEqual(fork)
    // the reply to the opponent's move is due
    expect(afterMoves(fork, ['a1'])).toEqual(treeFrom('a1 b2 c3 d4', 'a1 b2 c5 d6'))
    expect(afterMoves(fork, ['a1', 'b2'])).toEqual({ ...treeFrom('c3 d4', 'c5 d6'), start: 'after 2' })
    expect(afterMoves(fork, ['a1', 'b2', 'c5', 'd6'])).toEqual({ ...fork, start: 'after 4', nodes: [] })
  })

  it('ends with a move that it does not have', () => {
    for (const played of [['x'], ['a1', 'x'], ['a7', 'b8', 'x']]) expect(afterMoves(fork, played)).toBeNull()
  })

  it('counts the moves without a reply, and leaves them out when it is saved', () => {
    const plan = treeToPlan(treeFrom('a1 b2 c3', 'a7'), null)
    expect(plan.unanswered).toBe(2)
    expect(planToTree(plan.branches).nodes).toEqual(treeFrom('a1 b2').nodes)
  })

  it('finds the part of a line that it has, and continues a line to its end', () => {
    const continued = (line: TrialLine) => movesOf(fork, lineToEnd(childrenOf(fork), lineAlong(fork, line)))
    expect(knownPart(fork, ['a1', 'b2', 'x', 'd4'])).toEqual(['a1', 'b2'])
    expect(continued(['a1', 'b2'])).toEqual(['a1', 'b2', 'c3', 'd4'])
    expect(continued(['a1', 'b2', 'c5'])).toEqual(['a1', 'b2', 'c5', 'd6'])
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
const linesOf = (tree: Nodes, line: TrialLine = []): TrialLine[] => [
  line,
  ...nextMoves(tree, line).flatMap((move) => linesOf(tree, [...line, move])),
]
const someLine = fc
  .tuple(tree, fc.nat())
  .map(([tree, n]): [MoveTree, TrialLine] => [tree, linesOf(tree)[n % linesOf(tree).length] as TrialLine])

describe('any tree of conditional moves', () => {
  it('has an added move, and each move of the opponent only once', () => {
    fc.assert(
      fc.property(someLine, fc.constantFrom('p', 'q', 'new'), ([tree, at], move) => {
        const more = addMove(tree, nodeAt(tree, at), move)
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
        expect(removeLast(addMove(tree, nodeAt(tree, at), 'new'), [...at, 'new'])).toEqual(tree)
      }),
    )
  })

  it('loses only the lines that contain the removed move', () => {
    fc.assert(
      fc.property(someLine, ([tree, at]) => {
        fc.pre(at.length > 0)
        const goesOn = (line: TrialLine) => at.every((move, n) => line[n] === move)
        expect(linesOf(removeLast(tree, at))).toEqual(linesOf(tree).filter((line) => !goesOn(line)))
      }),
    )
  })

  it('shrinks in the same way in one step or in several', () => {
    fc.assert(
      fc.property(someLine, fc.nat(), ([tree, at], cut) => {
        const first = at.slice(0, 2 * (cut % (Math.floor(at.length / 2) + 1)))
        expect(afterMoves(afterMoves(tree, first)!, at)).toEqual(afterMoves(tree, at))
        if (at.length % 2 === 0)
          expect(linesOf(afterMoves(tree, at)!).map((rest) => [...at, ...rest])).toEqual(
            linesOf(tree).filter((line) => at.every((move, n) => line[n] === move)),
          )
      }),
    )
  })

  it('survives being saved and loaded, apart from moves without a reply', () => {
    fc.assert(
      fc.property(tree, (tree) => {
        const { branches, replies, unanswered } = treeToPlan(tree, null)
        const loaded = planToTree(branches)
        expect(treeToPlan(loaded, null)).toEqual({ branches, replies, unanswered: 0, tooDeep: 0, tooMany: 0 })
        expect(isSameTree(loaded, tree)).toBe(unanswered === 0)
        expect(loaded.nodes.length + unanswered).toBe(tree.nodes.length)
      }),
    )
  })
})
