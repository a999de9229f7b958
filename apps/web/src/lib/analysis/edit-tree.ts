import type { Move, MoveTree, TreeNode } from '@tegenzet/rules'

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

export function childrenOf({ nodes }: MoveTree): Children {
  const children = new Map<NodeIndex, number[]>()
  for (const [index, { parent }] of nodes.entries()) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(index)
    else children.set(parent, [index])
  }
  return children
}

/** The nodes from the start to a node, that one included. */
export function lineTo({ nodes }: MoveTree, at: NodeIndex): number[] {
  const line: number[] = []
  for (let index = at; index !== null; index = nodes[index]!.parent) line.push(index)
  return line.reverse()
}

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
  const { parent, move, comment, nags, shapes } = { ...tree.nodes[at]!, ...notes }
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
  for (let index = at; index !== null; index = tree.nodes[index]!.parent) {
    const siblings = children.get(tree.nodes[index]!.parent)!
    const place = siblings.indexOf(index)
    if (place > 0) return { at: index, instead: siblings[place - 1]! }
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
  const forks = lineTo(tree, at).map((index) => ({
    at: index,
    instead: children.get(tree.nodes[index]!.parent)![0]!,
  }))
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
    const { parent } = tree.nodes[at]!
    const others = changed.get(parent)!.filter((index) => index !== at || index === instead)
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
    const node = tree.nodes[old]!
    return node.parent === null ? node : { ...node, parent: places.get(node.parent)! }
  })
  return { tree: { ...tree, nodes }, order }
}

/** The node of another tree with the same moves on the way to it, or the last one of them that it has. */
export function sameNode(tree: MoveTree, at: NodeIndex, other: MoveTree): NodeIndex {
  const children = childrenOf(other)
  let found: NodeIndex = null
  for (const index of lineTo(tree, at)) {
    const { move } = tree.nodes[index]!
    const next: number | undefined = children.get(found)?.find((each) => other.nodes[each]!.move === move)
    if (next === undefined) break
    found = next
  }
  return found
}
