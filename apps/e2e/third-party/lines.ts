/** A tree of moves as a program may keep it: comments by the moves that lead to them, in the order of the variations. */
export type Lines = Map<string, string>

/** @param tree as the server sends it. null: there is none yet */
export function readLines(tree: any): Lines {
  const lines: Lines = new Map()
  const paths: string[] = []
  for (const { parent, move, comment } of tree?.nodes ?? []) {
    const path = parent === null ? move : `${paths[parent]} ${move}`
    paths.push(path)
    lines.set(path, comment ?? '')
  }
  return lines
}

/** Adds a comment after some moves, below what is there. */
export function addComment(lines: Lines, moves: readonly string[], comment: string): void {
  for (let n = 1; n < moves.length; n++) {
    const path = moves.slice(0, n).join(' ')
    if (!lines.has(path)) lines.set(path, '')
  }
  const path = moves.join(' ')
  lines.set(path, joinTexts(lines.get(path) ?? '', comment))
}

/** Everything that two devices have written. */
export function joinLines(theirs: Lines, own: Lines): Lines {
  const joined = new Map(theirs)
  for (const [path, comment] of own) joined.set(path, joinTexts(theirs.get(path) ?? '', comment))
  return joined
}

const joinTexts = (a: string, b: string): string =>
  [...new Set([...a.split('\n'), ...b.split('\n')])].filter((line) => line !== '').join('\n')

/** The tree to send: parents before their children. */
export function writeTree(rules: string, lines: Lines): object {
  const indexes = new Map<string, number>()
  const nodes = [...lines].map(([path, comment], index) => {
    indexes.set(path, index)
    const moves = path.split(' ')
    const move = moves.pop()!
    const parent = moves.length === 0 ? null : indexes.get(moves.join(' '))!
    return { parent, move, ...(comment !== '' && { comment }) }
  })
  return { rules, start: null, nodes }
}
