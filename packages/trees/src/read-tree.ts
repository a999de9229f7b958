import { ok, type Result } from '@tegenzet/common'
import type { Position, RuleSet } from '@tegenzet/rules'
import { isRuleSetId, parseMove, parsePosition, ruleSet } from '@tegenzet/rules'
import { type MalformedTree, malformedTree } from './malformed-tree.ts'
import { type MoveTree, SHAPE_COLOURS, TREE_LIMITS, type TreeNode, type TreeShape } from './move-tree.ts'

type Fields = Record<string, unknown>

const MAX_NAG = 255

/** Reads everything of a tree but its nodes, which come as they are. */
export function readHead(value: unknown): Result<{ head: MoveTree; nodes: unknown[] }, MalformedTree> {
  const fields = fieldsOf(value)
  if (!fields) return malformedTree(null, 'malformed', 'expected an object')
  const { rules: id, comment, shapes = [], nodes } = fields
  if (typeof id !== 'string' || !isRuleSetId(id))
    return malformedTree(null, 'unknown-rules', 'expected the id of a rule set')
  const rules = ruleSet(id)
  const start = readStart(rules, fields.start)
  if (!start.ok) return start
  if (!isComment(comment)) return malformedTree(null, 'comment', EXPECTED_COMMENT)
  const drawn = readShapes(rules, shapes)
  if (!drawn) return malformedTree(null, 'shapes', EXPECTED_SHAPES)
  if (!Array.isArray(nodes)) return malformedTree(null, 'malformed', 'expected a list of nodes')
  if (nodes.length > TREE_LIMITS.nodes)
    return malformedTree(TREE_LIMITS.nodes, 'too-many-nodes', `expected at most ${TREE_LIMITS.nodes} nodes`)
  const head: MoveTree = {
    rules: id,
    start: start.value,
    ...(comment ? { comment } : {}),
    ...(drawn.length > 0 ? { shapes: drawn } : {}),
    nodes: [],
  }
  return ok({ head, nodes })
}

/** Reads a node, and leaves out what is empty. Its move is well-formed, not checked further. */
export function readNode(rules: RuleSet, value: unknown, index: number): Result<TreeNode, MalformedTree> {
  const fields = fieldsOf(value)
  if (!fields) return malformedTree(index, 'malformed', 'expected an object')
  const { parent, comment, nags = [], shapes = [] } = fields
  if (!isParent(parent, index))
    return malformedTree(index, 'no-parent', 'expected the index of an earlier node, or null')
  if (typeof fields.move !== 'string') return malformedTree(index, 'malformed-move', 'expected a move')
  const move = parseMove(rules, fields.move)
  if (!move.ok) return malformedTree(index, 'malformed-move', move.error.message)
  if (!isComment(comment)) return malformedTree(index, 'comment', EXPECTED_COMMENT)
  if (!areNags(nags))
    return malformedTree(index, 'nags', `expected at most ${TREE_LIMITS.nags} numbers from 1 to ${MAX_NAG}`)
  const drawn = readShapes(rules, shapes)
  if (!drawn) return malformedTree(index, 'shapes', EXPECTED_SHAPES)
  return ok({
    parent,
    move: move.value,
    ...(comment ? { comment } : {}),
    ...(nags.length > 0 ? { nags } : {}),
    ...(drawn.length > 0 ? { shapes: drawn } : {}),
  })
}

function readStart(rules: RuleSet, start: unknown): Result<Position | null, MalformedTree> {
  if (start === null) return ok(null)
  if (typeof start !== 'string')
    return malformedTree(null, 'malformed-position', 'expected a position text, or null')
  const position = parsePosition(rules, start)
  return position.ok ? position : malformedTree(null, 'malformed-position', position.error.message)
}

const EXPECTED_COMMENT = `expected a text of at most ${TREE_LIMITS.commentLength} characters`
const EXPECTED_SHAPES = `expected at most ${TREE_LIMITS.shapes} shapes on points of the board`

const isComment = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && value.length <= TREE_LIMITS.commentLength)

const isParent = (value: unknown, index: number): value is number | null =>
  value === null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) < index)

const isNag = (value: unknown) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_NAG

const areNags = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= TREE_LIMITS.nags && value.every(isNag)

function readShapes(rules: RuleSet, value: unknown): TreeShape[] | null {
  if (!Array.isArray(value) || value.length > TREE_LIMITS.shapes) return null
  const shapes = value.map((shape) => readShape(rules, shape))
  return shapes.every((shape) => shape !== null) ? shapes : null
}

function readShape(rules: RuleSet, value: unknown): TreeShape | null {
  const { from, to, colour } = fieldsOf(value) ?? {}
  const isPoint = (name: unknown) => rules.board.points.some((point) => point.name === name)
  const known = SHAPE_COLOURS.find((other) => other === colour)
  if (!known || !isPoint(from) || (to !== undefined && !isPoint(to))) return null
  return { from: from as string, ...(to === undefined ? {} : { to: to as string }), colour: known }
}

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
