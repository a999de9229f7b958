import type { Move } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { addNode, childrenOf, lineAlong, lineToEnd, makeMainLine, type NodeIndex } from '@tegenzet/trees'

/** The tree with all moves of a game as its main line; the same tree if it has them. */
export function withPlayed(tree: MoveTree, moves: readonly Move[]): MoveTree {
  const line = lineAlong(tree, moves)
  let grown = tree
  let last: NodeIndex = line.at(-1) ?? null
  for (const move of moves.slice(line.length)) {
    grown = addNode(grown, last, move)
    last = grown.nodes.length - 1
  }
  if (last === null || lineToEnd(childrenOf(grown), []).includes(last)) return grown
  return makeMainLine(grown, last).tree
}

/** How many of a game's moves lead to a node; null if the node is not on the line played. */
export function plyOfNode(tree: MoveTree, moves: readonly Move[], at: NodeIndex): number | null {
  const ply = at === null ? 0 : lineAlong(tree, moves).indexOf(at) + 1
  return at !== null && ply === 0 ? null : ply
}
