import type { Branch } from '@tegenzet/contract'
import { trustedMove } from '@tegenzet/rules'
import type { NodeIndex, Nodes, TreeNode } from '@tegenzet/trees'

/** Conditional moves of the API as the nodes of a move tree: the inverse of `treeToPlan`. */
export function planToTree(branches: readonly Branch[]): Nodes {
  const nodes: TreeNode[] = []
  const add = (at: NodeIndex, branches: readonly Branch[]): void => {
    for (const { move, reply, then } of branches) {
      const theirs = nodes.push({ parent: at, move: trustedMove(move) }) - 1
      add(nodes.push({ parent: theirs, move: trustedMove(reply) }) - 1, then)
    }
  }
  add(null, branches)
  return { nodes }
}
