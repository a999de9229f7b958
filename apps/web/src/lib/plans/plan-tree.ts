import type { Branch as Answered } from '@tegenzet/contract'

/** A move the opponent may make, what is answered to it, and what may come after that. */
export interface Branch {
  move: string
  /** null: an "if" that has no answer yet. */
  reply: string | null
  next: Tree
}

/** What is planned from a position in which the opponent is to move; no two branches of one place begin with the same move. */
export type Tree = readonly Branch[]

/** Moves from the tree's position onward, in turn, the opponent's first. */
export type Line = readonly string[]

const branchOf = (tree: Tree, move: string | undefined): Branch | undefined =>
  tree.find((branch) => branch.move === move)

/** The moves that the tree has at the end of a line: of the opponent several, of one's own the answer. */
export function movesAfter(tree: Tree, line: Line): string[] {
  const [move, reply, ...rest] = line
  if (move === undefined) return tree.map((branch) => branch.move)
  const branch = branchOf(tree, move)
  if (!branch || branch.reply === null) return []
  if (reply === undefined) return [branch.reply]
  return branch.reply === reply ? movesAfter(branch.next, rest) : []
}

/** As much of a line as the tree has. */
export function within(tree: Tree, line: Line): Line {
  const end = line.findIndex((move, n) => !movesAfter(tree, line.slice(0, n)).includes(move))
  return end === -1 ? line : line.slice(0, end)
}

/** A line and all that follows it, as long as each move has one next, the first one where there are several. */
export function onward(tree: Tree, line: Line): Line {
  const next = movesAfter(tree, line)[0]
  return next === undefined ? line : onward(tree, [...line, next])
}

/** The tree with a move more at the end of a line it has. Another answer takes the place of the old one, and of what came after that. */
export function withMove(tree: Tree, line: Line, added: string): Tree {
  const [move, reply, ...rest] = line
  if (move === undefined)
    return branchOf(tree, added) ? tree : [...tree, { move: added, reply: null, next: [] }]
  return change(tree, move, (branch) => {
    if (reply !== undefined) return { ...branch, next: withMove(branch.next, rest, added) }
    return branch.reply === added ? branch : { ...branch, reply: added, next: [] }
  })
}

/** The tree without a line's last move and all that came after it. */
export function withoutEnd(tree: Tree, line: Line): Tree {
  const [move, reply, ...rest] = line
  if (move === undefined) return tree
  if (reply === undefined) return tree.filter((branch) => branch.move !== move)
  return change(tree, move, (branch) =>
    branch.reply !== reply
      ? branch
      : rest.length > 0
        ? { ...branch, next: withoutEnd(branch.next, rest) }
        : { ...branch, reply: null, next: [] },
  )
}

const change = (tree: Tree, move: string, to: (branch: Branch) => Branch): Tree =>
  tree.map((branch) => (branch.move === move ? to(branch) : branch))

/**
 * What can still come true once these moves have been played: what stands below the last answer; where an answer is due,
 * the one branch that has it.
 */
export function afterPlay(tree: Tree, played: Line): Tree {
  const [move, reply, ...rest] = played
  if (move === undefined) return tree
  const branch = branchOf(tree, move)
  if (!branch) return []
  if (reply === undefined) return [branch]
  return branch.reply === reply ? afterPlay(branch.next, rest) : []
}

/** The tree as the server keeps it: without what has no answer. */
export const answered = (tree: Tree): Answered[] =>
  tree.flatMap(({ move, reply, next }) => (reply === null ? [] : [{ move, reply, then: answered(next) }]))

/** What the server keeps, as a tree to go on with. */
export const treeOf = (branches: readonly Answered[]): Tree =>
  branches.map(({ move, reply, then: next }) => ({ move, reply, next: treeOf(next) }))

/** How many "ifs" have no answer. */
export const unanswered = (tree: Tree): number =>
  tree.reduce((count, { reply, next }) => count + (reply === null ? 1 : unanswered(next)), 0)

/** How many branches there are in all. */
export const sizeOf = (tree: Tree): number => tree.reduce((size, { next }) => size + 1 + sizeOf(next), 0)

/** Whether two trees say the same. Which of two moves was thought of first makes no difference. */
export const sameTree = (a: Tree, b: Tree): boolean =>
  a.length === b.length &&
  a.every((branch) => {
    const other = branchOf(b, branch.move)
    return other !== undefined && other.reply === branch.reply && sameTree(branch.next, other.next)
  })
