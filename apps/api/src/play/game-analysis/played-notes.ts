import { itemAt } from '@tegenzet/common'
import { trustedMove } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { existing } from '../../store/existing.ts'

/** Notes are the comments of a tree on the line played, by ply. That on the start is the note on the game. */
export type Notes = ReadonlyMap<number, string>
/** When notes were changed, by ply. */
export type NoteTimes = Readonly<Record<string, string>>

/** The indexes of the tree's nodes on the line played, from the first move on, as far as the tree goes along it. */
function* nodesAlong({ nodes }: MoveTree, moves: readonly string[]): Generator<number, void> {
  const children = new Map(nodes.map(({ parent, move }, index) => [`${parent} ${move}`, index]))
  let parent: number | null = null
  for (const move of moves) {
    const index: number | undefined = children.get(`${parent} ${move}`)
    if (index === undefined) return
    yield index
    parent = index
  }
}

export function notesOf(tree: MoveTree, moves: readonly string[]): Notes {
  const notes = new Map<number, string>()
  if (tree.comment) notes.set(0, tree.comment)
  let ply = 0
  for (const index of nodesAlong(tree, moves)) {
    ply++
    const { comment } = itemAt(tree.nodes, index)
    if (comment) notes.set(ply, comment)
  }
  return notes
}

/** The tree with another note; moves that it lacks on the way there are added. @param text empty: without the note */
export function withNote(tree: MoveTree, moves: readonly string[], ply: number, text: string): MoveTree {
  if (ply === 0) return annotated(tree, text)
  const nodes = [...tree.nodes]
  const line = [...nodesAlong(tree, moves.slice(0, ply))]
  if (!text && line.length < ply) return tree
  let last = line.at(-1) ?? null
  for (const move of moves.slice(line.length, ply))
    last = nodes.push({ parent: last, move: trustedMove(move) }) - 1
  const index = existing(last)
  nodes[index] = annotated(itemAt(nodes, index), text)
  return { ...tree, nodes }
}

function annotated<T extends { comment?: string }>(thing: T, text: string): T {
  const { comment: _, ...rest } = thing
  return (text ? { ...rest, comment: text } : rest) as T
}

/**
 * The times of notes after a change of the tree. A changed note gets a new time, which tells its versions apart.
 * @param since the time of notes that have none: the line played has reached them since the last change
 */
export function timesAfter(
  before: { notes: Notes; times: NoteTimes; since: Date },
  notes: Notes,
  at: Date,
): Record<string, string> {
  const times: Record<string, string> = {}
  for (const [ply, text] of notes) {
    const known = before.notes.has(ply) ? timeOf(before, ply) : undefined
    const later = new Date(Math.max(at.getTime(), known ? Date.parse(known) + 1 : 0)).toISOString()
    times[ply] = known && before.notes.get(ply) === text ? known : later
  }
  return times
}

export const timeOf = ({ times, since }: { times: NoteTimes; since: Date }, ply: number): string =>
  times[ply] ?? since.toISOString()
