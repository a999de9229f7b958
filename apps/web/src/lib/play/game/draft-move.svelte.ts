import { decodePosition, type Position, type RuleSet, type Side } from '@tegenzet/rules'
import { pickRefusal } from './pick-refusal.ts'
import {
  type Choices,
  captureNothing,
  choicesOf,
  destinationOf,
  EMPTY_SELECTION,
  mayCaptureNothing,
  moveOf,
  mustCapture,
  pick,
  type Selection,
  selectionOf,
  undo,
} from './selection.ts'

/** The move a player is putting together on the board, before it is sent. */
export class DraftMove {
  /** Nothing can be picked or undone, because the move is being sent. */
  locked = $state(false)
  /** Called when a pick on the board has completed the move, unless the stone could jump on. */
  onfinished: (() => void) | null = null
  readonly #rules: RuleSet
  readonly #position: () => Position | null
  #selection = $state.raw<Selection>(EMPTY_SELECTION)

  /** @param position the position to move in; null while the player may not move */
  constructor(rules: RuleSet, position: () => Position | null) {
    this.#rules = rules
    this.#position = position
  }

  /** The legal moves; null while the player may not move. */
  readonly choices: Choices | null = $derived.by(() => {
    const position = this.#position()
    return position === null ? null : choicesOf(this.#rules, position)
  })
  /** The move in notation; null while something is still to be picked. */
  readonly move = $derived(this.choices && moveOf(this.choices, this.#selection))
  /** A mill is closed, and the stone to capture is not picked yet. */
  readonly mustCapture = $derived(this.choices !== null && mustCapture(this.choices, this.#selection))
  readonly mayCaptureNothing = $derived(
    this.choices !== null && mayCaptureNothing(this.choices, this.#selection),
  )
  /** The picked stone can jump on from where it is. */
  readonly canJumpOn = $derived.by(() => {
    const { from, path } = this.#selection
    return this.choices !== null && from !== null && this.choices.jumps(from, path).length > 0
  })
  /** Something is picked, if only a stone. */
  readonly started = $derived(this.#selection.from !== null || destinationOf(this.#selection) !== null)
  /** The move as far as it is picked, in notation. */
  readonly notation = $derived(
    this.move ?? [this.#selection.from, destinationOf(this.#selection)].filter(Boolean).join('-'),
  )

  get selection(): Selection {
    return this.#selection
  }

  /** @returns why the point cannot be picked; null if it can, and while nothing can be picked at all */
  pick(point: string): string | null {
    const { choices } = this
    const position = this.#position()
    if (!choices || position === null || this.locked) return null
    const view = decodePosition(this.#rules, position)
    const refusal = pickRefusal(this.#rules, view, choices, this.#selection, point)
    const before = this.#selection
    this.#selection = pick(choices, before, point)
    if (this.#selection !== before) this.#finish()
    return refusal
  }

  /** Picks a whole move at once, if it is legal. */
  propose(move: string): void {
    const { choices } = this
    const legal = choices?.moves.find((other) => other.move === move)
    if (choices && legal && !this.locked) this.#selection = selectionOf(choices, legal)
  }

  undo(): void {
    if (this.choices && !this.locked) this.#selection = undo(this.choices, this.#selection)
  }

  captureNothing(): void {
    if (!this.mayCaptureNothing || this.locked) return
    this.#selection = captureNothing(this.#selection)
    this.#finish()
  }

  #finish(): void {
    if (this.move !== null && !this.canJumpOn) this.onfinished?.()
  }

  clear(): void {
    this.#selection = EMPTY_SELECTION
  }

  /** The stones of a position after the draft, as far as it is picked. */
  applyTo(stones: Readonly<Record<string, Side>>, side: Side): Readonly<Record<string, Side>> {
    const { from, captured } = this.#selection
    const to = destinationOf(this.#selection)
    if (!this.choices || to === null) return stones
    const moved = { ...stones, [to]: side }
    if (from !== null) delete moved[from]
    if (captured) delete moved[captured]
    return moved
  }
}
