import { itemAt } from '@tegenzet/common'
import { type Position, type RuleSetId, trustedMove } from '@tegenzet/rules'
import type { MoveTree, TreeNode } from '@tegenzet/trees'
import {
  addNode,
  childrenOf,
  childWith,
  cut,
  lineAlong,
  lineTo,
  type NodeIndex,
  type Nodes,
} from '@tegenzet/trees'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'

// Conditional moves are a move tree that begins in a position of the game with the opponent to move. Each of the
// opponent's moves has at most one reply.

type Game = Pick<GameBoard, 'rules' | 'moves' | 'positions'>

/** A tree without moves from the last position of a game. */
export const emptyTree = ({ rules, positions }: Game): MoveTree => ({
  rules: rules.id as RuleSetId,
  start: itemAt(positions, -1),
  nodes: [],
})

/** Adds a move after a node. A different reply replaces the old one and everything after it. */
export function addMove(tree: MoveTree, at: NodeIndex, added: string): MoveTree {
  const children = childrenOf(tree)
  if (childWith(tree, children, at, added) !== undefined) return tree
  const isReply = lineTo(tree, at).length % 2 === 1
  const replaced = isReply ? children.get(at)?.[0] : undefined
  // what is cut comes after `at`, which keeps its index
  return addNode(replaced === undefined ? tree : cut(tree, replaced).tree, at, trustedMove(added))
}

/**
 * What of a tree is still possible in a game. While a reply is due, that is the move that it answers and what follows.
 * @returns null if a move was played that the tree does not have
 */
export function remainingTree(tree: MoveTree, { moves, positions }: Game): MoveTree | null {
  const played = moves.slice(positions.indexOf(tree.start ?? itemAt(positions, 0)))
  const line = lineAlong(tree, played)
  if (line.length < played.length) return null
  const isDue = played.length % 2 === 1
  const firsts = isDue ? line.slice(-1) : (childrenOf(tree).get(line.at(-1) ?? null) ?? [])
  return treeFrom(tree, itemAt(positions, isDue ? -2 : -1), firsts)
}

/** Some nodes and everything after them, as the first moves of a tree from another position. */
function treeFrom(tree: MoveTree, start: Position, firsts: readonly number[]): MoveTree {
  const places = new Map<NodeIndex, NodeIndex>()
  const nodes: TreeNode[] = []
  for (const [index, node] of tree.nodes.entries()) {
    const parent = firsts.includes(index) ? null : places.get(node.parent)
    if (parent !== undefined) places.set(index, nodes.push({ ...node, parent }) - 1)
  }
  return { ...tree, start, nodes }
}

/** Whether two trees have the same moves, in whatever order they were added. */
export function isSameTree(a: Nodes, b: Nodes): boolean {
  const lines = new Set(linesOf(a))
  return a.nodes.length === b.nodes.length && linesOf(b).every((line) => lines.has(line))
}

/** The moves up to each node, as text. */
function linesOf({ nodes }: Nodes): string[] {
  const lines: string[] = []
  for (const { parent, move } of nodes)
    lines.push(parent === null ? move : `${itemAt(lines, parent)} ${move}`)
  return lines
}
