import type { Branch as SavedBranch } from '@tegenzet/contract'

/** A move of the opponent, the reply to it, and what may follow. */
export interface Branch {
  move: string
  /** null: no reply yet. */
  reply: string | null
  next: MoveTree
}

/** The conditional moves from a position with the opponent to move. Each of the opponent's moves occurs once. */
export type MoveTree = readonly Branch[]

/** Moves in turn, beginning with the opponent's. */
export type Line = readonly string[]

/** A tree, and the ply of the position it begins in. */
export interface RootedTree {
  ply: number
  tree: MoveTree
}

const branchOf = (tree: MoveTree, move: string | undefined): Branch | undefined =>
  tree.find((branch) => branch.move === move)

/** The moves in the tree after a line: any number of the opponent's, at most one reply. */
export function nextMoves(tree: MoveTree, line: Line): string[] {
  const [move, reply, ...rest] = line
  if (move === undefined) return tree.map((branch) => branch.move)
  const branch = branchOf(tree, move)
  if (!branch || branch.reply === null) return []
  if (reply === undefined) return [branch.reply]
  return branch.reply === reply ? nextMoves(branch.next, rest) : []
}

/** The part of a line that is in the tree. */
export function knownPart(tree: MoveTree, line: Line): Line {
  const end = line.findIndex((move, n) => !nextMoves(tree, line.slice(0, n)).includes(move))
  return end === -1 ? line : line.slice(0, end)
}

/** A line continued to the end of the tree, along the first of the opponent's moves each time. */
export function continued(tree: MoveTree, line: Line): Line {
  const next = nextMoves(tree, line)[0]
  return next === undefined ? line : continued(tree, [...line, next])
}

/** Adds a move after a line. A different reply replaces the old one and everything after it. */
export function addMove(tree: MoveTree, line: Line, added: string): MoveTree {
  const [move, reply, ...rest] = line
  if (move === undefined)
    return branchOf(tree, added) ? tree : [...tree, { move: added, reply: null, next: [] }]
  return replaceBranch(tree, move, (branch) => {
    if (reply !== undefined) return { ...branch, next: addMove(branch.next, rest, added) }
    return branch.reply === added ? branch : { ...branch, reply: added, next: [] }
  })
}

/** Removes the last move of a line, and everything after it. */
export function removeLastMove(tree: MoveTree, line: Line): MoveTree {
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

const replaceBranch = (tree: MoveTree, move: string, change: (branch: Branch) => Branch): MoveTree =>
  tree.map((branch) => (branch.move === move ? change(branch) : branch))

/** The part of the tree that is still possible after some moves. If a reply is due, it is the branch with that reply. */
export function afterMoves(tree: MoveTree, played: Line): MoveTree {
  const [move, reply, ...rest] = played
  if (move === undefined) return tree
  const branch = branchOf(tree, move)
  if (!branch) return []
  if (reply === undefined) return [branch]
  return branch.reply === reply ? afterMoves(branch.next, rest) : []
}

/** The part of a tree that is still possible in a game with these moves. */
export const remainingTree = ({ ply, tree }: RootedTree, moves: readonly string[]): MoveTree =>
  ply > moves.length ? [] : afterMoves(tree, moves.slice(ply))

/** The tree as the API takes it, without the moves that have no reply. */
export const toSavedBranches = (tree: MoveTree): SavedBranch[] =>
  tree.flatMap(({ move, reply, next }) =>
    reply === null ? [] : [{ move, reply, then: toSavedBranches(next) }],
  )

export const fromSavedBranches = (branches: readonly SavedBranch[]): MoveTree =>
  branches.map(({ move, reply, then: next }) => ({ move, reply, next: fromSavedBranches(next) }))

/** How many of the opponent's moves have no reply. */
export const countUnanswered = (tree: MoveTree): number =>
  tree.reduce((count, { reply, next }) => count + (reply === null ? 1 : countUnanswered(next)), 0)

export const countBranches = (tree: MoveTree): number =>
  tree.reduce((count, { next }) => count + 1 + countBranches(next), 0)

/** Whether two trees have the same moves, in whatever order they were added. */
export const isSameTree = (a: MoveTree, b: MoveTree): boolean =>
  a.length === b.length &&
  a.every((branch) => {
    const other = branchOf(b, branch.move)
    return other !== undefined && other.reply === branch.reply && isSameTree(branch.next, other.next)
  })
