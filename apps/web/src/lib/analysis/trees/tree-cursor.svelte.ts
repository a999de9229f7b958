import { itemAt } from '@tegenzet/common'
import {
  type Outcome,
  type Position,
  plyOf,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import type { MoveTree, Path, TreeNode, TreeShape } from '@tegenzet/trees'
import { childrenOf, lineTo, lineToEnd, type NodeIndex, sameNode, siblingsOf } from '@tegenzet/trees'
import { TreePaths } from './tree-paths.ts'

/** A tree and what is shown of it. */
export interface ShownTree {
  tree: MoveTree
  at: NodeIndex
  /** The last node of the line that the reader is on: going back does not leave it. */
  tip: NodeIndex
}

/** The place in a move tree that is shown, with the line it is on and the positions on the way to it. */
export class TreeCursor {
  readonly rulesId: RuleSetId
  readonly rules: RuleSet
  /** The plies before the start of the tree. */
  readonly basePly: number
  readonly #paths: TreePaths
  #shown: ShownTree

  /**
   * @param at the node that is shown first
   * @throws Error later, where an illegal move is shown
   */
  constructor(tree: MoveTree, at: NodeIndex = null) {
    this.rulesId = tree.rules
    this.rules = ruleSet(tree.rules)
    this.basePly = plyOf(this.rules, tree.start ?? startPosition(this.rules))
    this.#paths = new TreePaths(this.rules)
    this.#shown = $state.raw({ tree, at, tip: at })
  }

  /** The nodes after each node, in the order of the variations. */
  readonly children = $derived.by(() => childrenOf(this.tree))
  /** The nodes from the start to the one shown. */
  readonly line: readonly number[] = $derived.by(() => lineTo(this.tree, this.at))
  /** The line the reader is on, to its end. */
  readonly fullLine: readonly number[] = $derived.by(() =>
    lineToEnd(this.children, lineTo(this.tree, this.#shown.tip)),
  )
  readonly #path: Path = $derived.by(() => this.#paths.to(this.tree, this.at))
  /** The positions from the start to the one shown. */
  readonly positions: readonly Position[] = $derived.by(() => {
    const positions: Position[] = []
    for (let path: Path | null = this.#path; path; path = path.before) positions.push(path.position)
    return positions.reverse()
  })

  get shown(): ShownTree {
    return this.#shown
  }

  get tree(): MoveTree {
    return this.#shown.tree
  }

  /** The node shown; null is the start. */
  get at(): NodeIndex {
    return this.#shown.at
  }

  /** The move that led to the position shown, with its notes; null at the start. */
  get node(): TreeNode | null {
    return this.at === null ? null : itemAt(this.tree.nodes, this.at)
  }

  /** The comment on the position shown; at the start the one on the whole. */
  get comment(): string {
    return (this.node ?? this.tree).comment ?? ''
  }

  /** The arrows and circles on the position shown. */
  get shapes(): readonly TreeShape[] {
    return (this.node ?? this.tree).shapes ?? []
  }

  get position(): Position {
    return this.#path.position
  }

  /** How the rules end the game in the position shown. */
  get outcome(): Outcome | null {
    return this.#path.outcome
  }

  /** The ply that led to the position shown; 0 is the start of a game. */
  get ply(): number {
    return this.basePly + this.line.length
  }

  /** The moves to choose from where the line came from, the one shown included. */
  get siblings(): readonly number[] {
    return this.at === null ? [] : siblingsOf(this.tree, this.children, this.at)
  }

  select(at: NodeIndex): void {
    const { tree, tip } = this.#shown
    const isOnLine = at === null || lineTo(tree, tip).includes(at)
    this.#shown = { tree, at, tip: isOnLine ? tip : at }
  }

  /** Shows the position after n moves of the line the reader is on, or the nearest one there is. */
  goTo(n: number): void {
    this.select(n <= 0 ? null : (this.fullLine[Math.min(n, this.fullLine.length) - 1] ?? null))
  }

  /** Shows the next variation in place of the move shown, or with -1 the one before. @returns false if there is none */
  switchVariation(by: 1 | -1): boolean {
    const to = this.at === null ? undefined : this.siblings[this.siblings.indexOf(this.at) + by]
    if (to !== undefined) this.select(to)
    return to !== undefined
  }

  /** Shows another version of the tree. What is shown stays shown, or the last position of its line that is left. */
  replace(tree: MoveTree): void {
    const { tree: before, at, tip } = this.#shown
    this.show({ tree, at: sameNode(before, at, tree), tip: sameNode(before, tip, tree) })
  }

  /**
   * Shows a changed tree.
   * @param places by old index: the new one, so that positions are not computed again. Without it all are
   */
  show(shown: ShownTree, places?: ReadonlyMap<NodeIndex, NodeIndex>): void {
    if (places) this.#paths.move(places)
    else this.#paths.clear()
    this.#shown = shown
  }

  /** Shows the same tree with more nodes at its end, or with other notes. */
  extend(shown: ShownTree): void {
    this.#shown = shown
  }
}
