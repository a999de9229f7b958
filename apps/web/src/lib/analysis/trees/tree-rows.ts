import { itemAt } from '@tegenzet/common'
import { sideOfPly } from '@tegenzet/rules'
import type { Children, MoveTree, NodeIndex } from '@tegenzet/trees'

/** A move with its ply, numbered where the reader needs it. */
export interface MoveItem {
  index: number
  ply: number
  numbered: boolean
}

/** A line of the tree as it is shown: moves of the main line, a comment, or a piece of a variation. */
export type TreeRow =
  | { kind: 'moves'; key: string; white: MoveItem | null; black: MoveItem | null }
  | { kind: 'comment'; key: string; text: string }
  | { kind: 'variation'; key: string; depth: number; opens: boolean; moves: MoveItem[] }

/** A long variation continues in another row. */
const MOVES_PER_ROW = 40

/** The rows of a tree: each variation comes below the move that it replaces. A loop, because trees can be very deep. */
export function treeRows(tree: MoveTree, children: Children, basePly: number): TreeRow[] {
  const rows: TreeRow[] = []
  if (tree.comment) rows.push({ kind: 'comment', key: 'start', text: tree.comment })
  let last: Extract<TreeRow, { kind: 'moves' }> | null = null
  let ply = basePly
  for (let at: NodeIndex = null; ; ) {
    const [main, ...others]: readonly number[] = children.get(at) ?? []
    if (main === undefined) return rows
    ply++
    const item = { index: main, ply, numbered: true }
    if (sideOfPly(ply) === 'black' && last) last.black = item
    else {
      const isWhite = sideOfPly(ply) === 'white'
      last = { kind: 'moves', key: `m${main}`, white: isWhite ? item : null, black: isWhite ? null : item }
      rows.push(last)
    }
    const text = itemAt(tree.nodes, main).comment
    if (text) rows.push({ kind: 'comment', key: `c${main}`, text })
    addVariations(rows, children, others, ply)
    if (text || others.length > 0 || sideOfPly(ply) === 'black') last = null
    at = main
  }
}

/** @param ply of the first moves */
function addVariations(rows: TreeRow[], children: Children, firsts: readonly number[], ply: number): void {
  const begin = (first: number, ply: number, depth: number) => ({ next: [first], ply, depth, opens: true })
  const open: ShownLine[] = firsts.map((first) => begin(first, ply, 0)).reverse()
  for (let line = open.pop(); line; line = open.pop()) {
    const { depth } = line
    let { next, opens } = line
    let moves: MoveItem[] = []
    for (let at = line.ply; next.length > 0; at++) {
      const [index, ...others] = next as [number, ...number[]]
      if (moves.length === 0) rows.push({ kind: 'variation', key: `v${index}`, depth, opens, moves })
      moves.push({ index, ply: at, numbered: moves.length === 0 || sideOfPly(at) === 'white' })
      opens = false
      if (moves.length === MOVES_PER_ROW) moves = []
      next = children.get(index) ?? []
      if (others.length === 0) continue
      // the line goes on below what could be played instead
      open.push({ next, ply: at + 1, depth, opens: false })
      open.push(...others.map((other) => begin(other, at, depth + 1)).reverse())
      break
    }
  }
}

interface ShownLine {
  /** The moves to choose from next; the first is the line. */
  next: readonly number[]
  ply: number
  depth: number
  opens: boolean
}
