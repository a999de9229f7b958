/** The mill games below their notation: sets of points in integers, for whoever searches millions of positions. */
export {
  CAPTURES,
  CLOSES_MILL,
  capturedBit,
  capturedOf,
  completions,
  count,
  FEWEST_STONES,
  fromOf,
  type MillGame,
  millGame,
  movedBits,
  NOWHERE,
  toOf,
  turns,
} from './engine.ts'
export { notation } from './notation.ts'
export { decodeMillPosition, type MillPosition } from './position.ts'
