import { type Move, type Position, parseMove, plyOf, type RuleSet, type RuleSetId } from '@tegenzet/rules'
import {
  type Depth,
  depthBelow,
  depthOfStart,
  isTooDeep,
  jsonBytes,
  type MoveTree,
  type Path,
  pathFrom,
  playAlong,
  TREE_LIMITS,
  type TreeNode,
  type TreeShape,
} from '@tegenzet/trees'
import { decodeComment } from './escapes.ts'
import type { RecordErrorCode } from './game-record.ts'
import { readShapes } from './shapes.ts'

export interface Fault {
  code: RecordErrorCode
  detail: string
}

/** The start of the tree, where no move leads to. */
interface Root {
  parent: null
  node: null
  path: Path
  depth: Depth
  ply: number
  children: Grown[]
}

interface Grown extends Omit<Root, 'parent' | 'node'> {
  parent: Root | Grown
  /** Its `parent` is the number of moves before it until the tree is finished. */
  node: TreeNode
  order: number
}

interface OpenLine {
  at: Root | Grown
  /** The point the line left the line before it; no variation can begin there. */
  from: Root | Grown
  /** A comment before the first move of a variation. */
  prefix: string | null
  openedAt: number
}

const tooLarge = (detail: string): Fault => ({ code: 'too-large', detail })

/** The longest text of a comment within limits: every character escaped, and its shapes. */
const RAW_COMMENT = 40_000

/** Grows a tree in the order of a record. */
export class TreeBuilder {
  readonly #rules: RuleSet
  readonly #tree: MoveTree
  readonly #root: Root
  readonly #mainLine: OpenLine
  /** The open variations, the innermost last. */
  readonly #variations: OpenLine[] = []
  #nodes = 0
  #bytes: number

  constructor(rules: RuleSet, start: Position | null) {
    this.#rules = rules
    this.#tree = { rules: rules.id as RuleSetId, start, nodes: [] }
    this.#bytes = jsonBytes(this.#tree)
    const path = pathFrom(rules, start)
    const depth = depthOfStart(plyOf(rules, path.position))
    this.#root = { parent: null, node: null, path, depth, ply: 0, children: [] }
    this.#mainLine = { at: this.#root, from: this.#root, prefix: null, openedAt: 0 }
  }

  /** The number of the next ply of the line that is being read. */
  get nextPly(): number {
    return this.#line.at.ply + 1
  }

  /** Where the innermost open variation was opened; null on the main line. */
  get openedAt(): number | null {
    return this.#variations.at(-1)?.openedAt ?? null
  }

  get #line(): OpenLine {
    return this.#variations.at(-1) ?? this.#mainLine
  }

  play(text: string, nags: readonly number[]): Fault | null {
    const { at, prefix } = this.#line
    const move = parseMove(this.#rules, text)
    if (!move.ok) return { code: 'unreadable-token', detail: move.error.message }
    const known = at.children.find(({ node }) => node.move === move.value)
    const added = known ?? this.#grow(at, move.value)
    if ('code' in added) return added
    // a variation may have begun with the move with which the main line goes on
    if (this.#isMainLine && at.children[0] !== added)
      at.children = [added, ...at.children.filter((other) => other !== added)]
    this.#line.at = added
    this.#line.prefix = null
    for (const nag of nags) {
      const fault = this.addNag(nag)
      if (fault) return fault
    }
    return prefix === null ? null : this.addComment(prefix)
  }

  #grow(parent: Root | Grown, move: Move): Grown | Fault {
    const played = playAlong(this.#rules, parent.path, move)
    if (!played.ok) return { code: 'illegal-move', detail: played.error.message }
    const depth = depthBelow(parent.depth, this.#isMainLine)
    if (this.#nodes === TREE_LIMITS.nodes) return tooLarge(`more than ${TREE_LIMITS.nodes} moves`)
    if (isTooDeep(depth))
      return tooLarge(
        `a main line beyond ply ${TREE_LIMITS.mainLinePlies}, or a variation of more than ${TREE_LIMITS.variationPlies} plies`,
      )
    const node: TreeNode = { parent: parent.node ? parent.order : null, move }
    const fault = this.#count(jsonBytes(node) + (this.#nodes > 0 ? 1 : 0))
    if (fault) return fault
    const grown = {
      parent,
      node,
      path: played.value,
      depth,
      ply: parent.ply + 1,
      order: this.#nodes++,
      children: [],
    }
    parent.children.push(grown)
    return grown
  }

  addNag(nag: number): Fault | null {
    const { node } = this.#line.at
    if (!node || this.#isBeforeMoves || nag === 0) return null
    if (nag > 255) return { code: 'unreadable-token', detail: `$${nag}: expected at most $255` }
    const nags = [...(node.nags ?? []), nag]
    if (nags.length > TREE_LIMITS.nags) return tooLarge(`more than ${TREE_LIMITS.nags} glyphs`)
    return this.#note(node, { nags })
  }

  addComment(raw: string): Fault | null {
    if (raw.length > RAW_COMMENT) return COMMENT_TOO_LONG
    if (this.#isBeforeMoves && !this.#isMainLine) {
      this.#line.prefix = joined(this.#line.prefix ?? undefined, raw)
      return null
    }
    const noted = this.#line.at.node ?? this.#tree
    const { shapes, text } = readShapes(this.#rules, raw)
    return this.#draw(noted, shapes) ?? this.#comment(noted, text)
  }

  #draw(noted: TreeNode | MoveTree, more: readonly TreeShape[]): Fault | null {
    if (more.length === 0) return null
    const shapes = [...(noted.shapes ?? []), ...more]
    if (shapes.length > TREE_LIMITS.shapes) return tooLarge(`more than ${TREE_LIMITS.shapes} shapes`)
    return this.#note(noted, { shapes })
  }

  #comment(noted: TreeNode | MoveTree, raw: string): Fault | null {
    const text = decodeComment(raw)
    if (text === '') return null
    const comment = joined(noted.comment, text)
    if (comment.length > TREE_LIMITS.commentLength) return COMMENT_TOO_LONG
    return this.#note(noted, { comment })
  }

  #note(noted: TreeNode | MoveTree, notes: Partial<TreeNode>): Fault | null {
    // an object of its old notes and one of the new differ by what the tree grows, but for a comma
    const names = Object.keys(notes) as 'comment'[]
    const old = Object.fromEntries(names.map((name) => [name, noted[name]]))
    const isFirst = names.every((name) => noted[name] === undefined)
    const fault = this.#count(jsonBytes(notes) - jsonBytes(old) + (isFirst ? 1 : 0))
    if (fault) return fault
    Object.assign(noted, notes)
    return null
  }

  #count(bytes: number): Fault | null {
    if (this.#bytes + bytes > TREE_LIMITS.bytes)
      return tooLarge(`more than ${TREE_LIMITS.bytes} bytes as JSON`)
    this.#bytes += bytes
    return null
  }

  get #isMainLine(): boolean {
    return this.#variations.length === 0
  }

  get #isBeforeMoves(): boolean {
    return this.#line.at === this.#line.from
  }

  /** Begins a variation: another move instead of the last. @returns false where there is none */
  open(at: number): boolean {
    const before = this.#line.at.parent
    if (!before || this.#isBeforeMoves) return false
    this.#variations.push({ at: before, from: before, prefix: null, openedAt: at })
    return true
  }

  /** Goes back to the line before. @returns false on the main line */
  close(): boolean {
    return this.#variations.pop() !== undefined
  }

  /** The tree in the order of the record, and the moves of its main line. */
  finish(): { tree: MoveTree; moves: Move[] } {
    const moves: Move[] = []
    for (let { at } = this.#mainLine; at.node; at = at.parent) moves.push(at.node.move)
    const nodes: TreeNode[] = []
    const groups: { parent: number | null; siblings: Grown[] }[] = [
      { parent: null, siblings: this.#root.children },
    ]
    for (let group = groups.pop(); group; group = groups.pop()) {
      const [first, ...others] = group.siblings
      if (!first) continue
      groups.push({ parent: nodes.length, siblings: first.children })
      nodes.push({ ...first.node, parent: group.parent })
      const { parent } = group
      groups.push(...others.map((other) => ({ parent, siblings: [other] })).reverse())
    }
    const { rules, start, comment, shapes } = this.#tree
    const tree: MoveTree = {
      rules,
      start,
      ...(comment === undefined ? {} : { comment }),
      ...(shapes === undefined ? {} : { shapes }),
      nodes,
    }
    return { tree, moves: moves.reverse() }
  }
}

const COMMENT_TOO_LONG = tooLarge(`a comment of more than ${TREE_LIMITS.commentLength} characters`)

const joined = (before: string | undefined, text: string): string =>
  before === undefined ? text : `${before}\n${text}`
