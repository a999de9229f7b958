export { pliesBefore } from '../numbering.ts'
// Halma on a board that is changed in place, for searches that visit millions of positions.
export { jumpPath } from './jumps.ts'
export { mirroredRows } from './mirrored-rows.ts'
export { notation } from './notation.ts'
export { decodeHalmaPosition, type HalmaPosition, stoneOf, writeHalmaPosition } from './position.ts'
export { countInCamp, type HalmaState, moveStone, otherStone } from './state.ts'
export { BLACK, type HalmaTables, halmaTables, type Stone, WHITE } from './tables.ts'
export { fromOf, generateTurns, toOf } from './turns.ts'
