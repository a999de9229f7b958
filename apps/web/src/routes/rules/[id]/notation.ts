/** A piece of a text: words, or notation that is set apart from them. */
export interface Piece {
  text: string
  notation: boolean
}

/** A position text; or a move, a point or a move's number with what stands for it. */
const NOTATION =
  /((?:[.wb]{3,}\/){3,}[.wb]+ [wb](?: \d+)+|\b[a-j](?:10|[1-9])(?:[-x][a-j](?:10|[1-9]))*\b|\b\d+[wb]\b)/

/** Splits a text, so that its notation can be shown in figures of its own. */
export const pieces = (text: string): Piece[] =>
  text
    .split(NOTATION)
    .map((piece, i) => ({ text: piece, notation: i % 2 === 1 }))
    .filter((piece) => piece.text !== '')
