import { SHAPE_COLOURS, type ShapeColour, TREE_LIMITS, type TreeShape } from '@tegenzet/trees'

/**
 * Drawing on a board: two points after each other make an arrow, the same one twice a circle. The same shape again removes it;
 * in another colour it changes its colour.
 */
export class ShapeDrawing {
  /** The points picked on the board draw, and do not move stones. */
  active = $state(false)
  colour = $state<ShapeColour>(SHAPE_COLOURS[0])
  /** Where a shape begins; null until a point is picked. */
  from = $state<string | null>(null)
  /** What the mouse would draw if its button were released. */
  pending = $state.raw<TreeShape | null>(null)
  readonly #shapes: () => readonly TreeShape[]
  readonly #onchange: (shapes: TreeShape[]) => void

  constructor(shapes: () => readonly TreeShape[], onchange: (shapes: TreeShape[]) => void) {
    this.#shapes = shapes
    this.#onchange = onchange
  }

  get shapes(): readonly TreeShape[] {
    return this.#shapes()
  }

  toggle(): void {
    this.active = !this.active
    this.from = null
  }

  pick(point: string): void {
    const { from, colour } = this
    if (from === null) this.from = point
    else this.draw(shapeOf(from, point, colour))
  }

  draw(shape: TreeShape): void {
    this.from = null
    const { shapes } = this
    const others = shapes.filter((other) => other.from !== shape.from || other.to !== shape.to)
    const isRemoved = shapes.some((other) => !others.includes(other) && other.colour === shape.colour)
    this.#onchange(isRemoved ? others : [...others, shape].slice(-TREE_LIMITS.shapes))
  }

  clear(): void {
    this.from = null
    if (this.shapes.length > 0) this.#onchange([])
  }

  /** Drops the shape that was begun, or else ends drawing. */
  undo(): void {
    if (this.from === null) this.active = false
    else this.from = null
  }
}

/** An arrow from one point to another, or a circle around one. */
export const shapeOf = (from: string, to: string, colour: ShapeColour): TreeShape =>
  from === to ? { from, colour } : { from, to, colour }
