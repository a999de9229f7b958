import { trustedMove } from '@tegenzet/rules'
import { checkTree, type MoveTree, type TreeNode } from '@tegenzet/trees'
import { describe, expect, it } from 'vitest'
import { joinTrees } from './join-trees.ts'

type Notes = Pick<TreeNode, 'comment' | 'nags' | 'shapes'>

/** A tree from its paths: `{ 'd6 f4': { comment: 'x' } }`. */
function treeOf(paths: Record<string, Notes>, comment?: string): MoveTree {
  const nodes: TreeNode[] = []
  const places = new Map<string, number>()
  for (const [path, notes] of Object.entries(paths)) {
    const moves = path.split(' ')
    for (let n = 1; n <= moves.length; n++) {
      const key = moves.slice(0, n).join(' ')
      if (places.has(key)) continue
      const parent = places.get(moves.slice(0, n - 1).join(' ')) ?? null
      places.set(key, nodes.push({ parent, move: trustedMove(moves[n - 1]!) }) - 1)
    }
    Object.assign(nodes[places.get(path)!]!, notes)
  }
  return { rules: 'muehle', start: null, ...(comment ? { comment } : {}), nodes }
}

const BASE = treeOf({ 'd6 f4 a1': {}, 'd6 b4': { comment: 'old' } }, 'whole')

describe('joined trees', () => {
  it('have the moves of both, those from elsewhere first', () => {
    const theirs = treeOf({ 'd6 f4 a1': {}, 'd6 b4': { comment: 'old' }, 'd6 g1': {} }, 'whole')
    const mine = treeOf({ 'd6 f4 a1 a7': {}, 'd6 b4': { comment: 'old' }, 'd6 a4': {} }, 'whole')
    const joined = joinTrees(BASE, theirs, mine)
    expect(joined.nodes.map(({ move }) => move)).toEqual(['d6', 'f4', 'a1', 'b4', 'g1', 'a7', 'a4'])
    expect(checkTree(joined).ok).toBe(true)
  })

  it('keep both of two different comments, one below the other', () => {
    const theirs = treeOf({ 'd6 f4 a1': {}, 'd6 b4': { comment: 'theirs' } }, 'all')
    const mine = treeOf({ 'd6 f4 a1': { comment: 'new' }, 'd6 b4': { comment: 'mine' } }, 'whole')
    expect(joinTrees(BASE, theirs, mine)).toEqual(
      treeOf({ 'd6 f4 a1': { comment: 'new' }, 'd6 b4': { comment: 'theirs\n\nmine' } }, 'all'),
    )
  })

  it('keep a comment that has no room beside the other on the whole', () => {
    const [long, longer] = ['x'.repeat(1500), 'y'.repeat(1600)]
    const theirs = treeOf({ 'd6 f4 a1': {}, 'd6 b4': { comment: long } }, 'whole')
    const mine = treeOf({ 'd6 f4 a1': {}, 'd6 b4': { comment: longer } }, 'whole')
    const joined = joinTrees(BASE, theirs, mine)
    expect(joined).toEqual(treeOf({ 'd6 f4 a1': {}, 'd6 b4': { comment: long } }, `whole\n\nb4: ${longer}`))
    expect(checkTree(joined).ok).toBe(true)
  })

  it('have the order of the side that has changed it', () => {
    const noted = treeOf({ 'd6 f4 a1': { nags: [1] }, 'd6 b4': { comment: 'old' }, 'd6 g1': {} }, 'whole')
    const promoted = treeOf({ d6: {}, 'd6 b4': { comment: 'old' }, 'd6 f4 a1': {}, 'd6 a4': {} }, 'whole')
    const moves = (tree: MoveTree) => tree.nodes.map(({ move }) => move).join(' ')
    expect(moves(joinTrees(BASE, noted, promoted))).toBe('d6 b4 f4 a1 a4 g1')
    expect(moves(joinTrees(BASE, promoted, noted))).toBe('d6 b4 f4 a1 a4 g1')
  })

  it('without a version they came from have both comments too', () => {
    const joined = joinTrees(null, treeOf({ d6: { comment: 'a' } }), treeOf({ d6: { comment: 'b' } }))
    expect(joined.nodes[0]!.comment).toBe('a\n\nb')
  })

  it('lose a branch that one side has cut', () => {
    const theirs = treeOf({ 'd6 f4 a1': {} }, 'whole')
    expect(joinTrees(BASE, theirs, BASE)).toEqual(theirs)
    expect(joinTrees(BASE, BASE, theirs)).toEqual(theirs)
  })

  it('keep a branch that one side has cut and the other has changed, with all of it', () => {
    const base = treeOf({ 'd6 f4 a1': {}, 'd6 b4 a1': {}, 'd6 b4 g1': {} })
    const cut = treeOf({ 'd6 f4 a1': {} })
    const changed = treeOf({ 'd6 f4 a1': {}, 'd6 b4 a1': { nags: [1] }, 'd6 b4 g1': {} })
    expect(joinTrees(base, cut, changed)).toEqual(changed)
    expect(joinTrees(base, changed, cut)).toEqual(changed)
  })

  it('have the glyphs and shapes of both where both changed them', () => {
    const theirs = treeOf({ d6: { nags: [1], shapes: [{ from: 'd6', colour: 'red' }] } })
    const mine = treeOf({ d6: { nags: [16] } })
    expect(joinTrees(treeOf({ d6: {} }), theirs, mine).nodes[0]).toMatchObject({
      nags: [1, 16],
      shapes: [{ from: 'd6', colour: 'red' }],
    })
  })
})
