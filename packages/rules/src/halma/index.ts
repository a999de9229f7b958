/** Halma below its notation: a board changed in place and moves in integers, for whoever searches millions of positions. */
export {
  BLACK,
  countIn,
  fromOf,
  type HalmaGame,
  type HalmaState,
  halmaGame,
  move,
  type Stone,
  toOf,
  turns,
  WHITE,
} from './engine.ts'
export { notation } from './notation.ts'
export { decodeHalmaPosition, type HalmaPosition, pliesBefore, stoneOf } from './position.ts'
