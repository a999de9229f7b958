import {
  legalMoves,
  plyLabel,
  plyOf,
  positionsOf,
  RULE_SET_IDS,
  type RuleSetId,
  replay,
  ruleSet,
  sideOfPly,
  sideToMove,
  startPosition,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom, randomGame, SOAK } from '../../rules/test/random.ts'
import { randomTree } from '../test/random-tree.ts'
import { checkTree, type MalformedTree, type MoveTree, TREE_LIMITS, treeCheck } from './index.ts'

const RUNS = SOAK ? 500 : 15

const overTrees = (id: RuleSetId, law: (tree: MoveTree, random: () => number) => void): void =>
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = randomFrom(seed)
      law(randomTree(id, random), random)
    }),
    { numRuns: RUNS },
  )

/** Runs a check to its end. @returns how many moves it played, and the result */
function played(tree: unknown, earlier: MoveTree | null) {
  const check = treeCheck(tree, earlier)
  let moves = 0
  for (;;) {
    const step = check.next()
    if (step.done) return { moves, result: step.value }
    if (step.value) moves++
  }
}

describe.each(RULE_SET_IDS)('trees of %s', (id) => {
  const rules = ruleSet(id)

  it('with legal paths pass unchanged, and play each move once', () => {
    overTrees(id, (tree) => {
      expect(played(tree, null)).toEqual({ moves: tree.nodes.length, result: { ok: true, value: tree } })
    })
  })

  it('with an illegal move are refused with its node', () => {
    overTrees(id, (tree, random) => {
      if (tree.nodes.length === 0) return
      const node = Math.floor(random() * tree.nodes.length)
      const start = tree.start ?? startPosition(rules)
      const wayTo = (at: number | null): MoveTree['nodes'][number]['move'][] =>
        at === null ? [] : [...wayTo(tree.nodes[at]!.parent), tree.nodes[at]!.move]
      const legal = legalMoves(rules, positionsOf(rules, wayTo(tree.nodes[node]!.parent), start).at(-1)!)
      const move = [id === 'halma' ? 'a1-b1' : 'd7-d6', id === 'halma' ? 'e5-e6' : 'd6'].find(
        (text) => !legal.includes(trustedMove(text)),
      )
      if (!move) return
      const nodes = tree.nodes.map((other, index) => (index === node ? { ...other, move } : other))
      const refused = checkTree({ ...tree, nodes })
      expect(refused.ok || refused.error).toMatchObject({
        code: 'malformed-tree',
        node,
        reason: 'illegal-move',
      })
    })
  })

  it('are not played again where an earlier version has them', () => {
    overTrees(id, (tree, random) => {
      expect(played({ ...tree, comment: 'new' }, tree).moves).toBe(0)
      // a version without the last nodes: those and the way to them are played
      const cut = Math.floor(random() * tree.nodes.length)
      const earlier = { ...tree, nodes: tree.nodes.slice(0, cut) }
      const way = new Set<number>()
      for (let index = cut; index < tree.nodes.length; index++)
        for (let at: number | null = index; at !== null; at = tree.nodes[at]!.parent) way.add(at)
      expect(played(tree, earlier)).toEqual({ moves: way.size, result: { ok: true, value: tree } })
    })
  })

  it('are played whole where the earlier version has another start', () => {
    const other = { rules: id, start: randomGame(rules, randomFrom(3), 3).positions.at(-1)!, nodes: [] }
    overTrees(id, (tree) => expect(played(tree, other).moves).toBe(tree.nodes.length))
  })

  it('games replay and number from any of their positions', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (seed, cut) => {
        const { moves, positions, outcome } = randomGame(rules, randomFrom(seed), 120)
        const from = cut % positions.length
        const start = positions[from]!
        expect(plyOf(rules, start)).toBe(from)
        expect(sideToMove(start)).toBe(sideOfPly(from + 1))
        expect(positionsOf(rules, moves.slice(from), start)).toEqual(positions.slice(from))
        const again = replay(rules, moves.slice(from), start)
        if (!again.ok) throw new Error(again.error.message)
        expect(again.value.positions).toEqual(positions.slice(from))
        if (outcome?.reason !== 'repetition') expect(again.value.outcome).toEqual(outcome)
      }),
      { numRuns: RUNS },
    )
  })
})

const fault = (tree: unknown): Partial<MalformedTree> => {
  const checked = checkTree(tree)
  if (checked.ok) throw new Error('accepted')
  return { node: checked.error.node, reason: checked.error.reason }
}

const BACK_AND_FORTH = ['a1-a4', 'g1-g4', 'a4-a1', 'g4-g1']

/** A position in which both sides can move back and forth without closing a mill. */
const SHUFFLE = 'w.b/.../.../....../.../b.w/w.b w 0 0 0 1'

/** Nodes that move back and forth. */
const shuffle = (plies: number, from: number | null = null, index = 0) =>
  Array.from({ length: plies }, (_, n) => ({
    parent: n === 0 ? from : index + n - 1,
    move: BACK_AND_FORTH[n % 4]!,
  }))

describe('a tree', () => {
  const tree = { rules: 'muehle', start: null, nodes: [{ parent: null, move: 'd6' }] }
  const withNode = (node: unknown) => ({ ...tree, nodes: [...tree.nodes, node] })
  const withStart = (start: string, nodes: unknown[]) => ({ rules: 'muehle', start, nodes })

  it.each<[string, unknown, number | null, string]>([
    ['that is no object', 'd6', null, 'malformed'],
    ['of unknown rules', { ...tree, rules: 'chess' }, null, 'unknown-rules'],
    ['from a malformed position', { ...tree, start: 'x' }, null, 'malformed-position'],
    ['without nodes', { ...tree, nodes: null }, null, 'malformed'],
    ['with a node that is none', withNode(null), 1, 'malformed'],
    ['with a child before its parent', withNode({ parent: 1, move: 'f4' }), 1, 'no-parent'],
    ['with a parent that is no index', withNode({ parent: 0.5, move: 'f4' }), 1, 'no-parent'],
    ['with a malformed move', withNode({ parent: 0, move: 'F4' }), 1, 'malformed-move'],
    ['with a stone on another', withNode({ parent: 0, move: 'd6' }), 1, 'illegal-move'],
    ['with one move twice', withNode({ parent: null, move: 'd6' }), 1, 'same-move'],
    ['with a long comment', withNode({ parent: 0, move: 'f4', comment: 'x'.repeat(2001) }), 1, 'comment'],
    ['with eleven glyphs', withNode({ parent: 0, move: 'f4', nags: Array(11).fill(1) }), 1, 'nags'],
    ['with an unknown glyph', withNode({ parent: 0, move: 'f4', nags: [0] }), 1, 'nags'],
    [
      'with a shape off the board',
      withNode({ parent: 0, move: 'f4', shapes: [{ from: 'a2', colour: 'red' }] }),
      1,
      'shapes',
    ],
    [
      'with a shape of no colour',
      withNode({ parent: 0, move: 'f4', shapes: [{ from: 'a1', colour: 'pink' }] }),
      1,
      'shapes',
    ],
    ['with a shape off the board at its start', { ...tree, shapes: [{ from: 'x9' }] }, null, 'shapes'],
    [
      'with 5,001 nodes',
      { ...tree, nodes: Array(5001).fill({ parent: null, move: 'd6' }) },
      5000,
      'too-many-nodes',
    ],
  ])('%s is refused', (_, malformed, node, reason) => {
    expect(fault(malformed)).toEqual({ node, reason })
  })

  it('of more than 256 kB is refused at the node where it exceeds them', () => {
    const points = ruleSet('muehle').board.points.map((point) => point.name)
    const nodes = points.flatMap((move, index) => [
      { parent: null, move, comment: '…'.repeat(2000) },
      ...points
        .filter((other) => other !== move)
        .slice(0, 4)
        .map((other) => ({ parent: index * 5, move: other, comment: '…'.repeat(500) })),
    ])
    const error = fault({ ...tree, nodes })
    expect(error.reason).toBe('too-large')
    const size = (count: number) =>
      Buffer.byteLength(JSON.stringify({ ...tree, nodes: nodes.slice(0, count) }))
    expect(size(error.node!)).toBeLessThanOrEqual(TREE_LIMITS.bytes)
    expect(size(error.node! + 1)).toBeGreaterThan(TREE_LIMITS.bytes)
  })

  it('has a main line up to ply 2,000, counted from the move number of its start', () => {
    expect(checkTree(withStart(SHUFFLE, shuffle(2000))).ok).toBe(true)
    expect(fault(withStart(SHUFFLE, shuffle(2001)))).toEqual({ node: 2000, reason: 'too-deep' })
    const late = SHUFFLE.replace(/1$/, '951')
    expect(checkTree(withStart(late, shuffle(100))).ok).toBe(true)
    expect(fault(withStart(late, shuffle(101)))).toEqual({ node: 100, reason: 'too-deep' })
  })

  it('has variations of up to 600 plies after they leave the main line', () => {
    const main = shuffle(1000)
    // the 1,000th ply is replaced, and the variation goes on from there
    const variation = (plies: number) => [
      ...main,
      { parent: 998, move: 'g4-f4' },
      ...Array.from({ length: plies - 1 }, (_, n) => ({
        parent: 1000 + n,
        move: ['a1-a4', 'f4-g4', 'a4-a1', 'g4-f4'][n % 4]!,
      })),
    ]
    expect(checkTree(withStart(SHUFFLE, variation(600))).ok).toBe(true)
    expect(fault(withStart(SHUFFLE, variation(601)))).toEqual({ node: 1600, reason: 'too-deep' })
  })

  it('ends a path where repetition ends the game, and no other path', () => {
    const nodes = shuffle(9)
    expect(fault({ rules: 'moulin', start: SHUFFLE, nodes })).toEqual({ node: 8, reason: 'game-over' })
    expect(checkTree({ rules: 'moulin', start: SHUFFLE, nodes: nodes.slice(0, 8) }).ok).toBe(true)
    expect(checkTree(withStart(SHUFFLE, nodes)).ok).toBe(true)
  })

  it('loses what is empty and what does not belong to one', () => {
    const more = {
      ...tree,
      comment: '',
      shapes: [],
      more: 1,
      nodes: [{ ...tree.nodes[0], comment: '', nags: [], shapes: [], more: 1 }],
    }
    expect(checkTree(more)).toEqual({ ok: true, value: tree })
  })

  it('has a start and parents, as the API’s document says', () => {
    const { start: _, ...withoutStart } = tree
    expect(checkTree(withoutStart)).toMatchObject({ ok: false, error: { reason: 'malformed-position' } })
    const withoutParent = { ...tree, nodes: [{ move: 'd6' }] }
    expect(checkTree(withoutParent)).toMatchObject({ ok: false, error: { node: 0, reason: 'no-parent' } })
  })
})

it('labels go on from the move number of the start', () => {
  const rules = ruleSet('muehle')
  const start = trustedPosition(SHUFFLE.replace(/w 0 0 0 1$/, 'b 0 0 0 41'))
  expect(plyLabel(plyOf(rules, start) + 1)).toBe('41b')
  expect(plyLabel(plyOf(rules, start) + 2)).toBe('42w')
})
