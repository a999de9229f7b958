/** A part of a text: prose or notation. */
interface Piece {
  text: string
  notation: boolean
}

/** Matches positions, moves, points and ply labels such as `12b`, in any language. */
const NOTATION =
  /((?:[.wb]{3,}\/){3,}[.wb]+ [wb](?: \d+)+|\b[a-j](?:10|[1-9])(?:[-x][a-j](?:10|[1-9]))*\b|\b\d+(?:w|bl?|z|s|n)\b)/

/** Splits a text, so that its notation can be shown in another font. */
export const pieces = (text: string): Piece[] =>
  text
    .split(NOTATION)
    .map((piece, i) => ({ text: piece, notation: i % 2 === 1 }))
    .filter((piece) => piece.text !== '')
