import { legalMoves, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { pick, randomGame } from '../../rules/test/random.ts'
import {
  type MoveTree,
  NAG_SYMBOLS,
  type Path,
  pathFrom,
  playAlong,
  SHAPE_COLOURS,
  type TreeNode,
  type TreeShape,
} from '../src/index.ts'

const COMMENTS = [
  'good',
  ' spaces at the ends ',
  'two\nlines\r\nand a third\n\n1. d6 looks like a game',
  'braces } { and &#125; and [%csl Gd6] and [%cal x] and [%clk 0:01:02]',
  '\n[Event "no"]',
  '; % ( ) $1 "quotes" \\ 1-0 *',
  'Zwickmühle 🙂 \u2028 \u00a0',
]

/**
 * A tree of up to `most` nodes with notes, from the start or from a position of a random game. Its nodes are in the
 * order of a record: a move, its alternatives, what follows it.
 */
export function randomTree(id: RuleSetId, random: () => number, most = 60): MoveTree {
  const rules = ruleSet(id)
  const start = random() < 0.5 ? null : pick(random, randomGame(rules, random, 60).positions)
  const tree: MoveTree = { rules: id, start, nodes: [] }
  if (random() < 0.3) tree.comment = pick(random, COMMENTS)
  if (random() < 0.2) tree.shapes = randomShapes(id, random)
  const grow = (parent: number | null, path: Path, depth: number): void => {
    const moves = path.outcome ? [] : legalMoves(rules, path.position)
    const chosen = new Set(
      Array.from({ length: random() < 0.25 ? 3 : 1 }, () => (moves.length ? pick(random, moves) : null)),
    )
    const grown: [number, Path][] = []
    for (const move of chosen) {
      if (move === null || tree.nodes.length >= most) continue
      const played = playAlong(rules, path, move)
      if (!played.ok) continue
      tree.nodes.push({ parent, move, ...randomNotes(id, random) })
      grown.push([tree.nodes.length - 1, played.value])
      if (grown.length > 1 && random() < 0.7 && depth < 6) grow(...grown.at(-1)!, depth + 1)
    }
    if (grown[0] && random() < 0.97) grow(...grown[0], depth)
  }
  grow(null, pathFrom(rules, start), 0)
  return tree
}

function randomNotes(id: RuleSetId, random: () => number): Partial<TreeNode> {
  const notes: Partial<TreeNode> = {}
  if (random() < 0.2) notes.comment = pick(random, COMMENTS)
  if (random() < 0.2)
    notes.nags = [Number(pick(random, Object.keys(NAG_SYMBOLS))), 139].slice(0, random() < 0.5 ? 1 : 2)
  if (random() < 0.2) notes.shapes = randomShapes(id, random)
  return notes
}

function randomShapes(id: RuleSetId, random: () => number): TreeShape[] {
  const points = ruleSet(id).board.points.map((point) => point.name)
  return Array.from({ length: 3 }, () => ({
    from: pick(random, points),
    ...(random() < 0.5 ? { to: pick(random, points) } : {}),
    colour: pick(random, SHAPE_COLOURS),
  }))
}
