// The mill games on sets of points, for searches that visit millions of positions.
export { movesBack } from './moves-back.ts'
export { notation } from './notation.ts'
export { choose, type Placements, placementsOf } from './placements.ts'
export { decodeMillPosition, type MillPosition, writeMillPosition } from './position.ts'
export { type MillSymmetries, millSymmetries } from './symmetries.ts'
export {
  CAPTURES,
  CLOSES_MILL,
  MIN_STONES,
  type MillTables,
  millTables,
  NO_POINT,
} from './tables.ts'
export { closesMillBy } from './turn-in.ts'
export {
  capturedBit,
  closesMill,
  completions,
  count,
  fromOf,
  generateTurns,
  handAfter,
  mayFly,
  movedBits,
  toOf,
} from './turns.ts'
