import { itemAt, ok, type Result } from '@tegenzet/common'
import type { RuleSet } from '@tegenzet/rules'
import { plyOf, ruleSet } from '@tegenzet/rules'
import { type Depth, depthBelow, depthOfStart, isTooDeep } from './depth.ts'
import { jsonBytes } from './json-bytes.ts'
import { type MalformedTree, malformedTree } from './malformed-tree.ts'
import { type MoveTree, TREE_LIMITS, type TreeNode } from './move-tree.ts'
import { type Path, pathFrom, playAlong } from './path.ts'
import { readHead, readNode } from './read-tree.ts'

/** Checks a tree from outside in one go: see `treeCheck`. */
export function checkTree(tree: unknown): Result<MoveTree, MalformedTree> {
  const check = treeCheck(tree)
  let step = check.next()
  while (!step.done) step = check.next()
  return step.value
}

/**
 * Checks a tree from outside, and leaves out what does not belong to one. Every step looks at one node or plays one move,
 * and says whether it played: who must not hold the process advances it until a slice of time is over, and goes on later.
 * @param earlier a version that was checked before; only moves that it does not have are played
 */
export function* treeCheck(
  tree: unknown,
  earlier: MoveTree | null = null,
): Generator<boolean, Result<MoveTree, MalformedTree>> {
  const read = readHead(tree)
  if (!read.ok) return read
  const { head, nodes } = read.value
  const rules = ruleSet(head.rules)
  const moves = new TreeMoves(rules, head, earlier)
  let bytes = jsonBytes(head)
  if (bytes > TREE_LIMITS.bytes) return tooLarge(null)
  for (const [index, value] of nodes.entries()) {
    const node = readNode(rules, value, index)
    if (!node.ok) return node
    bytes += jsonBytes(node.value) + (index > 0 ? 1 : 0)
    if (bytes > TREE_LIMITS.bytes) return tooLarge(index)
    const fault = moves.add(node.value)
    if (fault) return fault
    if (moves.isNew(index)) {
      const illegal = yield* moves.play(index)
      if (illegal) return illegal
    }
    yield false
  }
  return ok(head)
}

const tooLarge = (node: number | null) =>
  malformedTree(node, 'too-large', `expected at most ${TREE_LIMITS.bytes} bytes of JSON`)

type Fault = ReturnType<typeof malformedTree>

const childKey = (parent: number | null, move: string): string => `${parent} ${move}`

/** The moves of a tree that is being checked. Positions are computed only on the way to new moves. */
class TreeMoves {
  readonly #rules: RuleSet
  readonly #nodes: TreeNode[]
  readonly #start: Path
  readonly #startDepth: Depth
  readonly #depths: Depth[] = []
  readonly #paths: (Path | undefined)[] = []
  readonly #children = new Map<string, number>()
  readonly #parents = new Set<number | null>()
  readonly #earlierChildren: ReadonlyMap<string, number>
  /** By node: its index in the earlier version; undefined for new ones. */
  readonly #earlierIndexes: (number | undefined)[] = []

  constructor(rules: RuleSet, tree: MoveTree, earlier: MoveTree | null) {
    this.#rules = rules
    this.#nodes = tree.nodes
    this.#start = pathFrom(rules, tree.start)
    this.#startDepth = depthOfStart(plyOf(rules, this.#start.position))
    const known = earlier?.rules === tree.rules && earlier.start === tree.start ? earlier.nodes : []
    this.#earlierChildren = new Map(known.map(({ parent, move }, index) => [childKey(parent, move), index]))
  }

  /** Adds a node. @returns a fault, except that its move may be illegal */
  add(node: TreeNode): Fault | null {
    const { parent, move } = node
    const index = this.#nodes.length
    const key = childKey(parent, move)
    if (this.#children.has(key))
      return malformedTree(
        index,
        'same-move',
        `expected another move than ${move}: node ${this.#children.get(key)} has it`,
      )
    const above = parent === null ? this.#startDepth : itemAt(this.#depths, parent)
    const depth = depthBelow(above, !this.#parents.has(parent))
    if (isTooDeep(depth))
      return malformedTree(
        index,
        'too-deep',
        `expected a main line up to ply ${TREE_LIMITS.mainLinePlies}, and variations of at most ${TREE_LIMITS.variationPlies} plies`,
      )
    this.#children.set(key, index)
    this.#parents.add(parent)
    this.#depths.push(depth)
    this.#nodes.push(node)
    const earlierParent = parent === null ? null : this.#earlierIndexes[parent]
    this.#earlierIndexes.push(
      earlierParent === undefined ? undefined : this.#earlierChildren.get(childKey(earlierParent, move)),
    )
    return null
  }

  isNew(index: number): boolean {
    return this.#earlierIndexes[index] === undefined
  }

  /** Plays a node's move, and first those on the way to it whose positions are not known yet. */
  *play(index: number): Generator<true, Fault | null> {
    const way: number[] = []
    for (let at: number | null = index; at !== null && !this.#paths[at]; at = itemAt(this.#nodes, at).parent)
      way.push(at)
    for (const at of way.reverse()) {
      const { parent, move } = itemAt(this.#nodes, at)
      const before = parent === null ? this.#start : itemAt(this.#paths, parent)
      const played = playAlong(this.#rules, before, move)
      if (!played.ok) {
        const { code, message } = played.error
        return malformedTree(at, code, message)
      }
      this.#paths[at] = played.value
      yield true
    }
    return null
  }
}
