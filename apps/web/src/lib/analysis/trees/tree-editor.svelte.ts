import { itemAt } from '@tegenzet/common'
import type { Move } from '@tegenzet/rules'
import type { MoveTree, TreeNode, TreeShape } from '@tegenzet/trees'
import {
  addNode,
  annotate,
  childWith,
  cut,
  forkOf,
  lineAlong,
  lineTo,
  makeMainLine,
  type NodeIndex,
  promote,
  type Reordered,
  siblingsOf,
} from '@tegenzet/trees'
import { toggleNag } from './nags.ts'
import { type ShownTree, TreeCursor } from './tree-cursor.svelte.ts'
import { type Full, fullAt, isTooLarge } from './tree-limits.ts'

interface Options {
  /** The reader has changed the tree. */
  onchange?: (tree: MoveTree) => void
  /** The moves of a game, read in derived state: they stay the first of their parents and cannot be cut. */
  played?: () => readonly Move[]
}

/** Changes that can be undone. */
const MAX_UNDO = 100

/** Changes a move tree where its cursor is. It knows no storage. */
export class TreeEditor {
  readonly cursor: TreeCursor
  readonly #options: Options
  #undoStack = $state.raw<readonly ShownTree[]>([])
  /** The node whose comment was changed last: typing on is one change. */
  #commented: NodeIndex | undefined

  constructor(tree: MoveTree, options: Options = {}) {
    this.cursor = new TreeCursor(tree)
    this.#options = options
  }

  /** The nodes of the game. */
  readonly #fixed: ReadonlySet<number> = $derived.by(
    () => new Set(lineAlong(this.cursor.tree, this.#options.played?.() ?? [])),
  )

  get canUndo(): boolean {
    return this.#undoStack.length > 0
  }

  /** Plays a legal move: shows it if the tree has it, else adds it. @returns why it cannot be added */
  play(move: Move): Full | null {
    const { tree, at, children, basePly } = this.cursor
    const known = childWith(tree, children, at, move)
    if (known !== undefined) {
      this.cursor.select(known)
      return null
    }
    const added = tree.nodes.length
    const full = fullAt(tree, children, at, basePly)
    return full ?? this.#extend({ tree: addNode(tree, at, move), at: added, tip: added })
  }

  /** Adds a line of legal moves after the position shown, which stays shown. @returns why it cannot be added */
  addLine(moves: readonly Move[]): Full | null {
    const { at } = this.cursor
    let full: Full | null = null
    for (const move of moves) full ??= this.play(move)
    this.cursor.select(at)
    return full
  }

  /** Whether a move and everything after it can be removed. */
  canCut(at: number): boolean {
    return !this.#fixed.has(at)
  }

  cut(at: number): void {
    const { tree } = this.cursor
    if (this.canCut(at)) this.#reorder(cut(tree, at), itemAt(tree.nodes, at).parent)
  }

  /** Whether the variation that a node is on can be moved towards the main line. */
  canPromote(at: number): boolean {
    const fork = forkOf(this.cursor.tree, this.cursor.children, at)
    return fork !== null && !this.#fixed.has(fork.instead)
  }

  promote(at: number): void {
    if (this.canPromote(at)) this.#reorder(promote(this.cursor.tree, at), null)
  }

  canMakeMainLine(at: number): boolean {
    const { tree, children } = this.cursor
    const firsts = lineTo(tree, at).flatMap((index) => {
      const [first = index] = siblingsOf(tree, children, index)
      return first === index ? [] : [first]
    })
    return firsts.length > 0 && !firsts.some((first) => this.#fixed.has(first))
  }

  makeMainLine(at: number): void {
    if (this.canMakeMainLine(at)) this.#reorder(makeMainLine(this.cursor.tree, at), null)
  }

  /** Sets the comment on a node, by default the one shown, at the start that on the whole. @returns why it does not fit */
  setComment(comment: string, at: NodeIndex = this.cursor.at): Full | null {
    const full = this.#annotate({ comment }, this.#commented === at, at)
    this.#commented = at
    return full
  }

  /** Sets or removes a numeric annotation glyph of the move shown. */
  toggleNag(nag: number): Full | null {
    const { node } = this.cursor
    return node && this.#annotate({ nags: toggleNag(node.nags ?? [], nag) })
  }

  /** Replaces the arrows and circles on the position shown. */
  setShapes(shapes: TreeShape[]): Full | null {
    return this.#annotate({ shapes })
  }

  undo(): void {
    const last = this.#undoStack.at(-1)
    if (!last) return
    this.#undoStack = this.#undoStack.slice(0, -1)
    this.#commented = undefined
    this.cursor.show(last)
    this.#options.onchange?.(last.tree)
  }

  /** Takes over a version of the tree from elsewhere. */
  replace(tree: MoveTree): void {
    this.#undoStack = []
    this.#commented = undefined
    this.cursor.replace(tree)
  }

  #annotate(
    notes: Pick<TreeNode, 'comment' | 'nags' | 'shapes'>,
    isSameChange = false,
    node = this.cursor.at,
  ): Full | null {
    const { tree, at, tip } = this.cursor.shown
    return this.#extend({ tree: annotate(tree, node, notes), at, tip }, isSameChange)
  }

  #extend(shown: ShownTree, isSameChange = false): Full | null {
    if (isTooLarge(shown.tree)) return 'too-large'
    if (!isSameChange) this.#remember()
    this.cursor.extend(shown)
    this.#options.onchange?.(shown.tree)
    return null
  }

  /** @param otherwise what is shown if the node shown is gone */
  #reorder({ tree, order }: Reordered, otherwise: NodeIndex): void {
    const { at, tip } = this.cursor.shown
    const places = new Map<NodeIndex, NodeIndex>([
      [null, null],
      ...order.map((old, at) => [old, at] as const),
    ])
    const place = (old: NodeIndex) => places.get(places.has(old) ? old : otherwise) ?? null
    this.#remember()
    this.cursor.show({ tree, at: place(at), tip: place(tip) }, places)
    this.#options.onchange?.(tree)
  }

  #remember(): void {
    this.#undoStack = [...this.#undoStack, this.cursor.shown].slice(-MAX_UNDO)
    this.#commented = undefined
  }
}
