import type { Branch } from '@tegenzet/contract'
import type { MoveTree, Nodes } from '@tegenzet/trees'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import { emptyTree, isSameTree, remainingTree } from './conditional-tree.ts'
import { planToTree } from './plan-to-tree.ts'
import { treeToPlan } from './tree-to-plan.ts'

/** Each line to its last reply, as text. */
const linesOf = (branches: readonly Branch[], before = ''): string[] =>
  branches.flatMap(({ move, reply, then }) => {
    const line = `${before} ${move} ${reply}`
    return then.length > 0 ? linesOf(then, line) : line
  })

/** The conditional moves as the player is editing them: changes that are not saved yet, with undo. */
export class TreeDraft {
  readonly #board: () => GameBoard | null
  readonly #saved: () => MoveTree | null
  /** null: nothing is edited. */
  #edited = $state.raw<MoveTree | null>(null)
  /** The tree before each change. */
  #undoStack = $state.raw<readonly MoveTree[]>([])

  /**
   * @param board the game; null until it is loaded
   * @param saved what is saved, as far as it is still possible; null until the game is loaded
   */
  constructor(board: () => GameBoard | null, saved: () => MoveTree | null) {
    this.#board = board
    this.#saved = saved
  }

  /** What is left of the edited tree. null: nothing is edited, or a move was played that it does not have. */
  readonly #remaining = $derived.by(() => {
    const board = this.#board()
    return this.#edited && board && remainingTree(this.#edited, board)
  })
  /** The tree with its start; null until the game is loaded. */
  readonly #rooted = $derived.by(() => {
    const board = this.#board()
    return this.#edited && board ? (this.#remaining ?? emptyTree(board)) : this.#saved()
  })
  /** What is still possible in the game: the edited tree, or the saved one if nothing is edited. */
  readonly tree: Nodes = $derived(this.#rooted ?? { nodes: [] })
  readonly empty = $derived(this.tree.nodes.length === 0)
  /** What would be saved: moves without a reply are not. */
  readonly plan = $derived(treeToPlan(this.tree, null))
  readonly changed = $derived.by(() => this.#edited !== null && !this.#isSaved(this.tree))
  /** Saving would change something. */
  readonly savable = $derived.by(() => this.changed && !this.#isSaved(planToTree(this.plan.branches)))
  /** How many lines would be saved that are not saved yet. */
  readonly newLines = $derived.by(() => {
    const saved = new Set(linesOf(treeToPlan(this.#saved() ?? { nodes: [] }, null).branches))
    return linesOf(this.plan.branches).filter((line) => !saved.has(line)).length
  })
  /** Nothing of what was edited is possible any more. */
  readonly obsolete = $derived.by(() => this.#edited !== null && this.#edited.nodes.length > 0 && this.empty)
  /** A move was played that is not in the edited tree. */
  readonly missed = $derived.by(() => this.#edited !== null && this.#remaining === null)

  get exists(): boolean {
    return this.#edited !== null
  }

  get canUndo(): boolean {
    return this.#undoStack.length > 0
  }

  change(edit: (tree: MoveTree) => MoveTree): void {
    const now = this.#rooted
    const changed = now && edit(now)
    if (!changed || isSameTree(now, changed)) return
    this.#undoStack = [...this.#undoStack.filter(({ start }) => start === now.start), now]
    this.#edited = changed
  }

  undo(): void {
    const last = this.#undoStack.at(-1)
    if (!last) return
    this.#undoStack = this.#undoStack.slice(0, -1)
    this.#edited = last
  }

  discard(): void {
    this.#edited = null
    this.#undoStack = []
  }

  #isSaved(tree: Nodes): boolean {
    return isSameTree(tree, this.#saved() ?? { nodes: [] })
  }
}
