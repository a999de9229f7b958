export { pliesBefore } from '../numbering.ts'
// Halma on a board that is changed in place, for searches that visit millions of positions.
export { mirroredRows } from './mirrored-rows.ts'
export { notation } from './notation.ts'
export { decodeHalmaPosition, type HalmaPosition, stoneOf } from './position.ts'
export { type HalmaState, moveStone, otherStone } from './state.ts'
export { BLACK, type HalmaTables, halmaTables, type Stone, WHITE } from './tables.ts'
export { fromOf, generateTurns, toOf } from './turns.ts'
