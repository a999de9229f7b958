import type { Branch as SavedBranch } from '@tegenzet/contract'

/** A move of the opponent, the reply to it, and what may follow. */
export interface ConditionalMove {
  move: string
  /** null: no reply yet. */
  reply: string | null
  next: ConditionalTree
}

/** The conditional moves from a position with the opponent to move. Each of the opponent's moves occurs once. */
export type ConditionalTree = readonly ConditionalMove[]

/** Moves in turn, beginning with the opponent's. */
export type Line = readonly string[]

/** A tree, and the ply of the position it begins in. */
export interface RootedTree {
  ply: number
  tree: ConditionalTree
}

const branchOf = (tree: ConditionalTree, move: string | undefined): ConditionalMove | undefined =>
  tree.find((branch) => branch.move === move)

/** The moves in the tree after a line: any number of the opponent's, at most one reply. */
export function nextMoves(tree: ConditionalTree, line: Line): string[] {
  const [move, reply, ...rest] = line
  if (move === undefined) return tree.map((branch) => branch.move)
  const branch = branchOf(tree, move)
  if (!branch || branch.reply === null) return []
  if (reply === undefined) return [branch.reply]
  return branch.reply === reply ? nextMoves(branch.next, rest) : []
}

/** The part of a line that is in the tree. */
export function knownPart(tree: ConditionalTree, line: Line): Line {
  const end = line.findIndex((move, n) => !nextMoves(tree, line.slice(0, n)).includes(move))
  return end === -1 ? line : line.slice(0, end)
}

/** A line continued to the end of the tree, along the first of the opponent's moves each time. */
export function continued(tree: ConditionalTree, line: Line): Line {
  const next = nextMoves(tree, line)[0]
  return next === undefined ? line : continued(tree, [...line, next])
}

/** Adds a move after a line. A different reply replaces the old one and everything after it. */
export function addMove(tree: ConditionalTree, line: Line, added: string): ConditionalTree {
  const [move, reply, ...rest] = line
  if (move === undefined)
    return branchOf(tree, added) ? tree : [...tree, { move: added, reply: null, next: [] }]
  return replaceBranch(tree, move, (branch) => {
    if (reply !== undefined) return { ...branch, next: addMove(branch.next, rest, added) }
    return branch.reply === added ? branch : { ...branch, reply: added, next: [] }
  })
}

/** Removes the last move of a line, and everything after it. */
export function removeLastMove(tree: ConditionalTree, line: Line): ConditionalTree {
  const [move, reply, ...rest] = line
  if (move === undefined) return tree
  if (reply === undefined) return tree.filter((branch) => branch.move !== move)
  return replaceBranch(tree, move, (branch) => {
    if (branch.reply !== reply) return branch
    return rest.length > 0
      ? { ...branch, next: removeLastMove(branch.next, rest) }
      : { ...branch, reply: null, next: [] }
  })
}

const replaceBranch = (
  tree: ConditionalTree,
  move: string,
  change: (branch: ConditionalMove) => ConditionalMove,
): ConditionalTree => tree.map((branch) => (branch.move === move ? change(branch) : branch))

/** The part of the tree that is still possible after some moves. If a reply is due, it is the branch with that reply. */
export function afterMoves(tree: ConditionalTree, played: Line): ConditionalTree {
  const [move, reply, ...rest] = played
  if (move === undefined) return tree
  const branch = branchOf(tree, move)
  if (!branch) return []
  if (reply === undefined) return [branch]
  return branch.reply === reply ? afterMoves(branch.next, rest) : []
}

/** The part of a tree that is still possible in a game with these moves. */
export const remainingTree = ({ ply, tree }: RootedTree, moves: readonly string[]): ConditionalTree =>
  ply > moves.length ? [] : afterMoves(tree, moves.slice(ply))

/** The tree as the API takes it, without the moves that have no reply. */
export const toSavedBranches = (tree: ConditionalTree): SavedBranch[] =>
  tree.flatMap(({ move, reply, next }) =>
    reply === null ? [] : [{ move, reply, then: toSavedBranches(next) }],
  )

export const fromSavedBranches = (branches: readonly SavedBranch[]): ConditionalTree =>
  branches.map(({ move, reply, then: next }) => ({ move, reply, next: fromSavedBranches(next) }))

/** How many of the opponent's moves have no reply. */
export const countUnanswered = (tree: ConditionalTree): number =>
  tree.reduce((count, { reply, next }) => count + (reply === null ? 1 : countUnanswered(next)), 0)

export const countBranches = (tree: ConditionalTree): number =>
  tree.reduce((count, { next }) => count + 1 + countBranches(next), 0)

/** Whether two trees have the same moves, in whatever order they were added. */
export const isSameTree = (a: ConditionalTree, b: ConditionalTree): boolean =>
  a.length === b.length &&
  a.every((branch) => {
    const other = branchOf(b, branch.move)
    return other !== undefined && other.reply === branch.reply && isSameTree(branch.next, other.next)
  })
