import { itemAt, type Move, type MoveTree } from '@tegenzet/rules'
import { addNode, childrenOf, makeMainLine, type NodeIndex, siblingsOf } from '$lib/analysis/edit-tree.ts'

/** The nodes of a game's moves in a tree, from the first one on, as far as the tree has them. */
export function playedNodes(tree: MoveTree, moves: readonly Move[]): number[] {
  const children = childrenOf(tree)
  const found: number[] = []
  for (const move of moves) {
    const next = children.get(found.at(-1) ?? null)?.find((index) => itemAt(tree.nodes, index).move === move)
    if (next === undefined) break
    found.push(next)
  }
  return found
}

/** The tree with all moves of a game as its main line; the same tree if it has them. */
export function withPlayed(tree: MoveTree, moves: readonly Move[]): MoveTree {
  const line = playedNodes(tree, moves)
  let grown = tree
  let last: NodeIndex = line.at(-1) ?? null
  for (const move of moves.slice(line.length)) {
    grown = addNode(grown, last, move)
    last = grown.nodes.length - 1
  }
  if (last === null || isMainLine(grown, last)) return grown
  return makeMainLine(grown, last).tree
}

function isMainLine(tree: MoveTree, last: number): boolean {
  const children = childrenOf(tree)
  for (let at: NodeIndex = last; at !== null; at = itemAt(tree.nodes, at).parent)
    if (siblingsOf(tree, children, at)[0] !== at) return false
  return true
}

/** How many of a game's moves lead to a node; null if the node is not on the line played. */
export function plyOfNode(tree: MoveTree, moves: readonly Move[], at: NodeIndex): number | null {
  const ply = at === null ? 0 : playedNodes(tree, moves).indexOf(at) + 1
  return at !== null && ply === 0 ? null : ply
}
