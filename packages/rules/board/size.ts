/** The width and height of a board, in SVG units. */
export const SIZE = 640

/** A position on the board, in SVG units. */
export interface Coordinates {
  x: number
  y: number
}
