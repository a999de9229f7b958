import { refuse } from '@tegenzet/common'

/** What can be wrong with a tree. */
export const TREE_FAULTS = [
  'malformed',
  'unknown-rules',
  'malformed-position',
  'too-many-nodes',
  'no-parent',
  'malformed-move',
  'illegal-move',
  'game-over',
  'same-move',
  'too-deep',
  'comment',
  'nags',
  'shapes',
  'too-large',
] as const
export type TreeFault = (typeof TREE_FAULTS)[number]

/** Why a tree is refused. `message` is English and says what was expected. */
export interface MalformedTree {
  code: 'malformed-tree'
  /** The index of the node; null where the fault is not in one. */
  node: number | null
  reason: TreeFault
  message: string
}

export function malformedTree(node: number | null, reason: TreeFault, message: string) {
  return refuse<MalformedTree>({ code: 'malformed-tree', node, reason, message })
}
