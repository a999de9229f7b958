import {
  type ConditionalTree,
  countUnanswered,
  fromSavedBranches,
  isSameTree,
  knownPart,
  type RootedTree,
  remainingTree,
  toSavedBranches,
} from './conditional-tree.ts'

/** The conditional moves as the player is editing them: changes that are not saved yet, with undo. */
export class TreeDraft {
  readonly #moves: () => readonly string[]
  readonly #saved: () => ConditionalTree
  /** null: nothing is edited. */
  #edited = $state.raw<RootedTree | null>(null)
  /** The tree before each change. */
  #undoStack = $state.raw<readonly RootedTree[]>([])

  /**
   * @param moves the moves of the game
   * @param saved what is saved, as far as it is still possible
   */
  constructor(moves: () => readonly string[], saved: () => ConditionalTree) {
    this.#moves = moves
    this.#saved = saved
  }

  /** What is still possible in the game: the edited tree, or the saved one if nothing is edited. */
  readonly tree = $derived.by(
    (): ConditionalTree => (this.#edited ? remainingTree(this.#edited, this.#moves()) : this.#saved()),
  )
  readonly changed = $derived.by(() => this.#edited !== null && !isSameTree(this.tree, this.#saved()))
  /** Saving would change something. Moves without a reply are not saved. */
  readonly savable = $derived.by(
    () => this.changed && !isSameTree(fromSavedBranches(toSavedBranches(this.tree)), this.#saved()),
  )
  readonly unanswered = $derived(countUnanswered(this.tree))
  /** Nothing of what was edited is possible any more. */
  readonly obsolete = $derived.by(
    () => this.#edited !== null && this.#edited.tree.length > 0 && this.tree.length === 0,
  )
  /** A move was played that is not in the edited tree. */
  readonly missed = $derived.by(() => {
    if (!this.#edited) return false
    const { ply, tree } = this.#edited
    const played = this.#moves().slice(ply)
    return knownPart(tree, played).length < played.length
  })

  get exists(): boolean {
    return this.#edited !== null
  }

  get canUndo(): boolean {
    return this.#undoStack.length > 0
  }

  change(tree: ConditionalTree): void {
    const now = { ply: this.#moves().length, tree: this.tree }
    if (isSameTree(now.tree, tree)) return
    this.#undoStack = [...this.#undoStack.filter(({ ply }) => ply === now.ply), now]
    this.#edited = { ...now, tree }
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
}
