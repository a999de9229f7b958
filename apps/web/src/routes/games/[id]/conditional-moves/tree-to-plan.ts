import { itemAt } from '@tegenzet/common'
import type { Branch } from '@tegenzet/contract'
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES } from '@tegenzet/contract/limits'
import { childrenOf, type NodeIndex, type Nodes } from '@tegenzet/trees'

/** The conditional moves in a tree as the API takes them, and what of it cannot be one. */
export interface PlanFromTree {
  branches: Branch[]
  replies: number
  /** Replies that are more than the API takes in a row, and in total. */
  tooDeep: number
  tooMany: number
  /** Moves of the opponent without an answer. */
  unanswered: number
}

interface Open {
  branches: Branch[]
  depth: number
  /** The position with the opponent to move. */
  at: NodeIndex
}

/**
 * Makes conditional moves of a tree: every move of the opponent, each with the first answer to it. What comes soonest in
 * the game is taken first.
 * @param at a node after which the opponent is to move
 */
export function treeToPlan(tree: Nodes, at: NodeIndex): PlanFromTree {
  const children = childrenOf(tree)
  const plan = { branches: [] as Branch[], replies: 0, tooDeep: 0, tooMany: 0, unanswered: 0 }
  const open: Open[] = [{ branches: plan.branches, depth: 1, at }]
  // A queue that grows meanwhile, so that the limit on their number cuts off what is farthest away.
  for (const { branches, depth, at } of open) {
    for (const theirs of children.get(at) ?? []) {
      const answer = children.get(theirs)?.[0]
      const then: Branch[] = []
      const isTooDeep = depth > MAX_CONDITIONAL_DEPTH
      if (answer === undefined) {
        plan.unanswered++
        continue
      }
      if (isTooDeep) plan.tooDeep++
      else if (plan.replies === MAX_CONDITIONAL_REPLIES) plan.tooMany++
      else {
        plan.replies++
        branches.push({ move: itemAt(tree.nodes, theirs).move, reply: itemAt(tree.nodes, answer).move, then })
      }
      open.push({ branches: then, depth: depth + 1, at: answer })
    }
  }
  return plan
}
