import { decodePosition, type Move, type Side } from '@tegenzet/rules'
import type { TreeShape } from '@tegenzet/trees'
import type { Marks } from '$lib/boards/marks.ts'
import { draftMarks, playedMoveMarks } from '$lib/play/game/board-marks.ts'
import { BoardOrientation } from '$lib/play/game/board-orientation.svelte.ts'
import { DraftMove } from '$lib/play/game/draft-move.svelte.ts'
import { ShapeDrawing } from './shape-drawing.svelte.ts'
import type { TreeCursor } from './tree-cursor.svelte.ts'

interface Options {
  /** A whole move was picked; without it nothing can be. */
  onmove?: (move: Move) => void
  /** What is drawn on the position shown has changed; without it nothing can be drawn. */
  onshapes?: (shapes: TreeShape[]) => void
  orientation?: BoardOrientation
}

/** The board of a move tree: the position shown, the move that the reader is picking on it, and what is drawn. */
export class TreeBoard {
  readonly cursor: TreeCursor
  readonly orientation: BoardOrientation
  /** null: nothing can be drawn. */
  readonly drawing: ShapeDrawing | null
  readonly #onmove: ((move: Move) => void) | undefined

  constructor(cursor: TreeCursor, { onmove, onshapes, orientation }: Options = {}) {
    this.cursor = cursor
    this.#onmove = onmove
    this.drawing = onshapes ? new ShapeDrawing(() => cursor.shapes, onshapes) : null
    this.orientation = orientation ?? new BoardOrientation(() => null)
  }

  readonly view = $derived.by(() => decodePosition(this.rules, this.cursor.position))
  /** A new one for each position: what was picked in another is gone. */
  readonly draft: DraftMove = $derived.by(() => {
    const { outcome, position } = this.cursor
    return new DraftMove(this.rules, () => (this.#onmove && !outcome ? position : null))
  })
  readonly stones = $derived.by(() => this.draft.applyTo(this.view.stones, this.view.side))
  readonly marks: Marks = $derived.by(() => {
    const { choices, selection } = this.draft
    const { node, positions } = this.cursor
    const before = positions.at(-2)
    const last = node && before ? playedMoveMarks(this.rules, before, node.move, this.stones) : {}
    if (this.drawing?.active) {
      const { move, standing } = last
      return { move, standing, selected: this.drawing.from, placements: this.#points }
    }
    return choices ? draftMarks(this.rules, choices, selection, this.stones, this.view.side, last) : last
  })

  readonly #points = $derived(new Set(this.rules.board.points.map(({ name }) => name)))

  get rules() {
    return this.cursor.rules
  }

  /** The side to move; null when the game is over. */
  get turn(): Side | null {
    return this.cursor.outcome ? null : this.view.side
  }

  /** Picks a point, which draws or moves. A whole move is played at once. @returns why the point cannot be picked */
  pick(point: string): string | null {
    const { draft, drawing } = this
    if (drawing?.active) {
      drawing.pick(point)
      return null
    }
    const refusal = draft.pick(point)
    if (refusal) return refusal
    this.submit()
    return null
  }

  /** Takes back the last pick. */
  undo(): void {
    if (this.drawing?.active) this.drawing.undo()
    else this.draft.undo()
  }

  /** Takes nothing, where the rules allow it. */
  captureNothing(): void {
    this.draft.captureNothing()
    this.submit()
  }

  /** Plays the move that is picked, if it is whole. */
  submit(): void {
    const { move } = this.draft
    if (move) this.#onmove?.(move)
  }
}
