import type { Result } from '@tegenzet/common'
import { type MalformedTree, type MoveTree, treeCheck } from '@tegenzet/trees'
import type { InSlices } from '../../http/slices.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/** Checks a tree from outside. @param earlier a version that was checked: its moves are not played again */
export type CheckTree = (tree: unknown, earlier: MoveTree | null) => Promise<Result<MoveTree, Refusal>>

/** Checks trees in slices. */
export const treeChecker =
  (inSlices: InSlices): CheckTree =>
  async (tree, earlier) => {
    const checked = await inSlices(treeCheck(tree, earlier))
    if (!checked.ok) return checked
    return checked.value.ok ? checked.value : refusalOf(checked.value.error)
  }

const refusalOf = ({ node, reason, message }: MalformedTree) =>
  refuse('malformed-tree', `${node === null ? 'The tree' : `Node ${node}`}: ${message}.`, { node, reason })
