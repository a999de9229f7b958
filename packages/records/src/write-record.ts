import { itemAt, ok, type Result, refuse } from '@tegenzet/common'
import { moveNumber, parsePosition, plyOf, ruleSet, sideOfPly, startPosition } from '@tegenzet/rules'
import { checkTree, type MoveTree } from '@tegenzet/trees'
import { encodeComment, encodeTag } from './escapes.ts'
import { ADDED_TAGS, GAME_RESULTS, type GameRecord, type GameResult, RECORD_LIMITS } from './game-record.ts'
import { startText } from './read-game.ts'
import { writeShapes } from './shapes.ts'

const LINE_LENGTH = 80

/** A game to be written. */
export interface WritableGame {
  tags: Record<string, string>
  /** Null: only the tags and the result are written. */
  tree: MoveTree | null
  result: GameResult
}

/**
 * Writes a game with its variations, an empty line after it. Tags that the record needs and the game does not have are
 * added below a line that says so.
 * @param times the moments of the main line's moves, from its first one on
 */
export function writeRecord(
  { tags, tree, result }: WritableGame,
  times: readonly (string | null)[] = [],
): string {
  const added = Object.entries(neededTags(tree, result)).filter(([name]) => !Object.hasOwn(tags, name))
  const lines = Object.entries(tags).map(writeTag)
  if (added.length > 0) lines.push(ADDED_TAGS, ...added.map(writeTag))
  const moves = tree ? moveTokens(tree, times) : []
  return `${lines.join('\n')}\n\n${wrapped([...moves, result])}\n\n`
}

const writeTag = ([name, value]: [string, string]): string => `[${name} "${encodeTag(value)}"]`

const neededTags = (tree: MoveTree | null, result: GameResult): Record<string, string> => ({
  Result: result,
  ...(tree ? { Rules: tree.rules } : {}),
  ...(tree?.start ? { SetUp: '1', FEN: tree.start } : {}),
})

function wrapped(tokens: readonly string[]): string {
  const lines: string[] = []
  let length = LINE_LENGTH
  for (const token of tokens) {
    if (length + token.length < LINE_LENGTH) {
      lines.push(' ', token)
      length += token.length + 1
    } else {
      lines.push('\n', token)
      length = token.length
    }
  }
  return lines.slice(1).join('')
}

type Step = { siblings: number[]; ply: number; variation: boolean } | 'close'

function moveTokens(tree: MoveTree, times: readonly (string | null)[]): string[] {
  const rules = ruleSet(tree.rules)
  const base = plyOf(rules, tree.start ?? startPosition(rules))
  const children = childrenOf(tree)
  const tokens: string[] = []
  // black's move has a number at the beginning and after whatever interrupts the moves
  let isInterrupted = true
  const note = (parts: readonly string[]): boolean => {
    const text = parts.filter(Boolean).join(' ')
    if (text) tokens.push(`{${text}}`)
    return text !== ''
  }
  note([writeShapes(tree.shapes ?? []), encodeComment(tree.comment ?? '')])
  const writeMove = (index: number, ply: number, opens: boolean, time: string | null) => {
    const { move, nags = [], comment, shapes = [] } = itemAt(tree.nodes, index)
    const isWhite = sideOfPly(base + ply) === 'white'
    const number = `${moveNumber(base + ply)}${isWhite ? '.' : '...'} `
    tokens.push(`${opens ? '(' : ''}${isWhite || isInterrupted || opens ? number : ''}${move}`)
    tokens.push(...nags.map((nag) => `$${nag}`))
    isInterrupted = note([
      writeShapes(shapes),
      time ? `[%ts ${time}]` : '',
      comment ? encodeComment(comment) : '',
    ])
  }
  const mainLine = new Set<number>()
  for (let at = children(null)[0]; at !== undefined; at = children(at)[0]) mainLine.add(at)
  // a stack instead of recursion: variations may lie in each other thousands deep
  const steps: Step[] = [{ siblings: children(null), ply: 1, variation: false }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    if (step === 'close') {
      tokens.push(`${tokens.pop()})`)
      isInterrupted = true
      continue
    }
    const { siblings, ply, variation } = step
    const [first, ...others] = siblings
    if (first === undefined) continue
    writeMove(first, ply, variation, mainLine.has(first) ? (times[ply - 1] ?? null) : null)
    if (variation) steps.push('close')
    steps.push({ siblings: children(first), ply: ply + 1, variation: false })
    for (const other of others.reverse()) steps.push({ siblings: [other], ply, variation: true })
  }
  return tokens
}

function childrenOf({ nodes }: MoveTree): (parent: number | null) => number[] {
  const lists = new Map<number | null, number[]>()
  for (const [index, { parent }] of nodes.entries()) {
    const list = lists.get(parent)
    if (list) list.push(index)
    else lists.set(parent, [index])
  }
  return (parent) => lists.get(parent) ?? []
}

/** Checks a game from outside, such as a parsed line of `records read`. The error says in English what was expected. */
export function parseGame(value: unknown): Result<WritableGame, string> {
  if (typeof value !== 'object' || value === null) return refuse('expected an object')
  const { rules: told, tags = {}, tree = null, result } = value as Partial<Record<keyof GameRecord, unknown>>
  const known = GAME_RESULTS.find((other) => other === result)
  if (!known) return refuse(`result: expected one of ${GAME_RESULTS.join(' ')}`)
  if (!areTags(tags)) return refuse('tags: expected names of letters, digits, _ and -, and texts')
  if (tree === null) return ok({ tags, tree, result: known })
  const checked = checkTree(tree)
  if (!checked.ok) {
    const { node, message } = checked.error
    return refuse(`tree${node === null ? '' : `, node ${node}`}: ${message}`)
  }
  const { rules, start } = checked.value
  if (told !== undefined && told !== rules) return refuse('rules: expected those of the tree')
  const complete = { ...neededTags(checked.value, known), ...tags }
  if (complete.Rules !== rules) return refuse(`tags: expected Rules to be ${rules}`)
  const text = startText(complete)
  const position = text === null ? null : parsePosition(ruleSet(rules), text)
  if ((position?.ok ? position.value : null) !== start)
    return refuse('tags: expected SetUp and FEN to be the start of the tree')
  return ok({ tags, tree: checked.value, result: known })
}

const areTags = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= RECORD_LIMITS.tags &&
  Object.entries(value).every(
    ([name, text]) =>
      /^[\w-]+$/.test(name) && typeof text === 'string' && text.length <= RECORD_LIMITS.tagLength,
  )
