import { itemAt } from '@tegenzet/common'
import type { Move } from '@tegenzet/rules'
import type { MoveTree, TreeNode } from './move-tree.ts'

/** The moves of a tree, whatever its rules and start. */
export type Nodes = Pick<MoveTree, 'nodes'>

/** The index of a node of a move tree; null is the start. */
export type NodeIndex = number | null

/** The nodes after each node, in the order of the variations. */
export type Children = ReadonlyMap<NodeIndex, readonly number[]>

/** A tree with other nodes or another order. */
export interface Reordered {
  tree: MoveTree
  /** By index in the new tree: the index in the old one. */
  order: readonly number[]
}

export function childrenOf({ nodes }: Nodes): Children {
  const children = new Map<NodeIndex, number[]>()
  for (const [index, { parent }] of nodes.entries()) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(index)
    else children.set(parent, [index])
  }
  return children
}

/** The nodes to choose from where the line to a node came from, that one included. The first is the main line. */
export function siblingsOf(tree: MoveTree, children: Children, at: number): readonly number[] {
  const siblings = children.get(itemAt(tree.nodes, at).parent)
  if (!siblings) throw new RangeError(`node ${at} is not one of these`)
  return siblings
}

/** The nodes from the start to a node, that one included. */
export function lineTo(tree: Nodes, at: NodeIndex): number[] {
  const line: number[] = []
  for (let index = at; index !== null; index = itemAt(tree.nodes, index).parent) line.push(index)
  return line.reverse()
}

/** The child of a node that has this move. */
export const childWith = ({ nodes }: Nodes, children: Children, at: NodeIndex, move: string) =>
  children.get(at)?.find((index) => itemAt(nodes, index).move === move)

/** The nodes of a line of moves from the start, as far as the tree has them. */
export function lineAlong(tree: Nodes, moves: readonly string[]): number[] {
  const children = childrenOf(tree)
  const line: number[] = []
  for (const move of moves) {
    const next = childWith(tree, children, line.at(-1) ?? null, move)
    if (next === undefined) break
    line.push(next)
  }
  return line
}

/** A line continued to the end of the tree, along the first variation each time. */
export function lineToEnd(children: Children, line: readonly number[]): number[] {
  const whole = [...line]
  const next = () => children.get(whole.at(-1) ?? null)?.[0]
  for (let at = next(); at !== undefined; at = next()) whole.push(at)
  return whole
}

export const movesOf = ({ nodes }: Nodes, line: readonly number[]): Move[] =>
  line.map((index) => itemAt(nodes, index).move)

/** Adds a move as the last variation of its parent. Its index is that of the last node. */
export const addNode = (tree: MoveTree, parent: NodeIndex, move: Move): MoveTree => ({
  ...tree,
  nodes: [...tree.nodes, { parent, move }],
})

/** Notes something on a node, or with null on the whole. What is empty is left out. */
export function annotate(
  tree: MoveTree,
  at: NodeIndex,
  notes: Pick<TreeNode, 'comment' | 'nags' | 'shapes'>,
): MoveTree {
  if (at === null) {
    const { rules, start, comment, shapes, nodes } = { ...tree, ...notes }
    return {
      rules,
      start,
      ...(comment ? { comment } : {}),
      ...(shapes && shapes.length > 0 ? { shapes } : {}),
      nodes,
    }
  }
  const { parent, move, comment, nags, shapes } = { ...itemAt(tree.nodes, at), ...notes }
  const node: TreeNode = {
    parent,
    move,
    ...(comment ? { comment } : {}),
    ...(nags && nags.length > 0 ? { nags } : {}),
    ...(shapes && shapes.length > 0 ? { shapes } : {}),
  }
  return { ...tree, nodes: tree.nodes.with(at, node) }
}

/** Removes a node and everything after it. */
export function cut(tree: MoveTree, at: number): Reordered {
  const gone = new Set([at])
  for (const [index, { parent }] of tree.nodes.entries())
    if (parent !== null && gone.has(parent)) gone.add(index)
  return inOrder(
    tree,
    [...tree.nodes.keys()].filter((index) => !gone.has(index)),
  )
}

/** The nodes that come before a node's line where it leaves another: the last such place. Null on the main line. */
export function forkOf(
  tree: MoveTree,
  children: Children,
  at: NodeIndex,
): { at: number; instead: number } | null {
  for (let index = at; index !== null; index = itemAt(tree.nodes, index).parent) {
    const siblings = siblingsOf(tree, children, index)
    const instead = siblings[siblings.indexOf(index) - 1]
    if (instead !== undefined) return { at: index, instead }
  }
  return null
}

/** Moves a variation one place towards the main line, where it leaves another line. */
export function promote(tree: MoveTree, at: number): Reordered {
  const children = childrenOf(tree)
  const fork = forkOf(tree, children, at)
  return withFirst(tree, children, fork ? [fork] : [])
}

/** Makes a node and those on the way to it the main line. */
export function makeMainLine(tree: MoveTree, at: number): Reordered {
  const children = childrenOf(tree)
  const forks = lineTo(tree, at).map((index) => {
    const [instead = index] = siblingsOf(tree, children, index)
    return { at: index, instead }
  })
  return withFirst(tree, children, forks)
}

/** Puts nodes into the places of others with the same parent, which follow them. */
function withFirst(
  tree: MoveTree,
  children: Children,
  moved: readonly { at: number; instead: number }[],
): Reordered {
  const changed = new Map(children)
  for (const { at, instead } of moved) {
    const { parent } = itemAt(tree.nodes, at)
    const others = siblingsOf(tree, changed, at).filter((index) => index !== at || index === instead)
    if (at !== instead) changed.set(parent, others.toSpliced(others.indexOf(instead), 0, at))
  }
  return inOrder(tree, inDepth(changed))
}

/** All nodes, each followed by everything after it. A stack, because trees can be thousands of nodes deep. */
function* inDepth(children: Children): Generator<number> {
  const open: number[] = [...(children.get(null) ?? [])].reverse()
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    yield index
    open.push(...[...(children.get(index) ?? [])].reverse())
  }
}

function inOrder(tree: MoveTree, indexes: Iterable<number>): Reordered {
  const order = [...indexes]
  const places = new Map(order.map((old, index) => [old, index]))
  const nodes = order.map((old) => {
    const node = itemAt(tree.nodes, old)
    if (node.parent === null) return node
    const parent = places.get(node.parent)
    if (parent === undefined) throw new RangeError(`node ${old} is left without its parent`)
    return { ...node, parent }
  })
  return { tree: { ...tree, nodes }, order }
}

/** The node of another tree with the same moves on the way to it, or the last one of them that it has. */
export const sameNode = (tree: Nodes, at: NodeIndex, other: Nodes): NodeIndex =>
  lineAlong(other, movesOf(tree, lineTo(tree, at))).at(-1) ?? null
