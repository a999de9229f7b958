import { TREE_LIMITS } from './move-tree.ts'

/** How deep a node is: its ply on the main line, or its plies since the variation left that. */
export interface Depth {
  readonly onMainLine: boolean
  readonly plies: number
}

/** The depth of a tree's start. @param ply the ply with which the start position arose */
export const depthOfStart = (ply: number): Depth => ({ onMainLine: true, plies: ply })

/** The depth of a child. Only a first child continues the main line. */
export function depthBelow(parent: Depth, isFirstChild: boolean): Depth {
  const onMainLine = parent.onMainLine && isFirstChild
  return { onMainLine, plies: parent.onMainLine && !onMainLine ? 1 : parent.plies + 1 }
}

export const isTooDeep = ({ onMainLine, plies }: Depth): boolean =>
  plies > (onMainLine ? TREE_LIMITS.mainLinePlies : TREE_LIMITS.variationPlies)
