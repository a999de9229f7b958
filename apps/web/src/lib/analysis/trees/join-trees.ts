import { type MoveTree, TREE_LIMITS, type TreeNode } from '@tegenzet/trees'

/** A move with the notes that each version has on it. */
interface Joined {
  /** Its place among the others; null for a first move. */
  parent: number | null
  move: TreeNode['move']
  base?: TreeNode
  theirs?: TreeNode
  mine?: TreeNode
}

type Version = 'base' | 'theirs' | 'mine'

/**
 * Joins two versions of a tree that were changed apart. Nodes are the same if the moves on the way to them are. The order
 * is that of `theirs`, unless only `mine` has another than before, and moves that only one version has come last. Two
 * different comments both stay; if one move has no room for both, mine goes to the comment on the whole. A branch that
 * one side has cut is gone, unless the other side has changed something in it.
 * @param base the version that both came from
 */
export function joinTrees(base: MoveTree | null, theirs: MoveTree, mine: MoveTree): MoveTree {
  const all: Joined[] = []
  const known = new Map<string, number>()
  const add = (version: Version, { nodes }: MoveTree): void => {
    const places: (number | undefined)[] = []
    for (const node of nodes) {
      const parent = node.parent === null ? null : places[node.parent]
      const key = `${parent} ${node.move}`
      let place = known.get(key)
      if (place === undefined && version !== 'base' && parent !== undefined) {
        place = all.push({ parent, move: node.move }) - 1
        known.set(key, place)
      }
      places.push(place)
      const joined = place === undefined ? undefined : all[place]
      if (joined) joined[version] = node
    }
  }
  if (base && isReordered(base, mine) && !isReordered(base, theirs)) {
    add('mine', mine)
    add('theirs', theirs)
  } else {
    add('theirs', theirs)
    add('mine', mine)
  }
  if (base) add('base', base)

  const isKept = keptBranches(all)
  const places = new Map<number | null, number | null>([[null, null]])
  const nodes: TreeNode[] = []
  const homeless: string[] = []
  for (const [index, joined] of all.entries()) {
    const { move, theirs, mine } = joined
    const parent = places.get(joined.parent)
    // what follows a move that is gone is gone too
    if (!isKept(index) || parent === undefined) continue
    const notes = joinNotes(joined)
    if (theirs && mine && (notes.comment?.length ?? 0) > TREE_LIMITS.commentLength) {
      notes.comment = theirs.comment
      homeless.push(`${move}: ${mine.comment}`)
    }
    places.set(index, nodes.push({ parent, move, ...notes }) - 1)
  }
  const { rules, start } = theirs
  const whole = joinNotes({ base: base ?? undefined, theirs, mine })
  // too long, the server refuses it, and it stays on this device until it is shortened
  const comment = [whole.comment, ...homeless].filter(Boolean).join('\n\n')
  return { rules, start, ...whole, ...(comment ? { comment } : {}), nodes }
}

/** Whether moves that both trees have are in another order than in the base. */
function isReordered(base: MoveTree, { nodes }: MoveTree): boolean {
  const indexes = new Map(base.nodes.map(({ parent, move }, index) => [`${parent} ${move}`, index]))
  const places: (number | null | undefined)[] = []
  const last = new Map<number | null, number>()
  for (const { parent, move } of nodes) {
    const at = parent === null ? null : places[parent]
    const place = at === undefined ? undefined : indexes.get(`${at} ${move}`)
    places.push(place)
    if (at === undefined || place === undefined) continue
    if (place < (last.get(at) ?? 0)) return true
    last.set(at, place)
  }
  return false
}

/** Which moves stay: those that both have, and branches that one has added, or has changed while the other cut them. */
function keptBranches(all: readonly Joined[]): (index: number) => boolean {
  const isShared = ({ theirs, mine }: Joined): boolean => theirs !== undefined && mine !== undefined
  /** By move that only one side has: where its branch begins. */
  const branches: number[] = []
  const changed = new Set<number>()
  for (const [index, joined] of all.entries()) {
    if (isShared(joined)) continue
    const { parent, base, theirs, mine } = joined
    const branch = (parent === null ? undefined : branches[parent]) ?? index
    branches[index] = branch
    const only = theirs ?? mine
    if (!base || !only || !areSameNotes(base, only)) changed.add(branch)
  }
  return (index) => branches[index] === undefined || changed.has(branches[index])
}

/** What is noted on a move, or on the whole. */
type Notes = Pick<TreeNode, 'comment' | 'nags' | 'shapes'>

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const areSameNotes = (a: Notes, b: Notes): boolean =>
  a.comment === b.comment && isSame(a.nags, b.nags) && isSame(a.shapes, b.shapes)

function joinNotes({ base, theirs, mine }: { [version in Version]?: Notes | undefined }): Notes {
  const comment = joinComments(base?.comment, theirs?.comment, mine?.comment)
  const nags = joinLists(base?.nags, theirs?.nags, mine?.nags).slice(0, TREE_LIMITS.nags)
  const shapes = joinLists(base?.shapes, theirs?.shapes, mine?.shapes).slice(0, TREE_LIMITS.shapes)
  return {
    ...(comment ? { comment } : {}),
    ...(nags.length > 0 ? { nags } : {}),
    ...(shapes.length > 0 ? { shapes } : {}),
  }
}

function joinComments(base = '', theirs = '', mine = ''): string {
  if (mine === base) return theirs
  if (theirs === base || mine.includes(theirs)) return mine
  if (theirs.includes(mine)) return theirs
  return `${theirs}\n\n${mine}`
}

function joinLists<T>(base: readonly T[] = [], theirs: readonly T[] = [], mine: readonly T[] = []): T[] {
  if (isSame(mine, base)) return [...theirs]
  if (isSame(theirs, base)) return [...mine]
  return [...theirs, ...mine.filter((each) => !theirs.some((other) => isSame(each, other)))]
}
