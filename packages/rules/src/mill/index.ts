// The mill games on sets of points, for searches that visit millions of positions.
export { notation } from './notation.ts'
export { decodeMillPosition, type MillPosition } from './position.ts'
export {
  CAPTURES,
  CLOSES_MILL,
  MIN_STONES,
  type MillTables,
  millTables,
  NO_POINT,
} from './tables.ts'
export { capturedBit, completions, count, fromOf, generateTurns, movedBits, toOf } from './turns.ts'
