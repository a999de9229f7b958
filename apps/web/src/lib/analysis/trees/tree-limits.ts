import {
  type Children,
  depthBelow,
  depthOfStart,
  isTooDeep,
  jsonBytes,
  lineTo,
  type MoveTree,
  type NodeIndex,
  siblingsOf,
  TREE_LIMITS,
} from '@tegenzet/trees'

/** Why a tree takes nothing more. */
export type Full = 'too-many-nodes' | 'too-deep' | 'too-large'

/** Why no other move can follow a node. @param basePly the plies before the start of the tree */
export function fullAt(tree: MoveTree, children: Children, at: NodeIndex, basePly: number): Full | null {
  if (tree.nodes.length >= TREE_LIMITS.nodes) return 'too-many-nodes'
  let depth = depthOfStart(basePly)
  for (const index of lineTo(tree, at))
    depth = depthBelow(depth, siblingsOf(tree, children, index)[0] === index)
  return isTooDeep(depthBelow(depth, !children.has(at))) ? 'too-deep' : null
}

export const isTooLarge = (tree: MoveTree): boolean => jsonBytes(tree) > TREE_LIMITS.bytes
