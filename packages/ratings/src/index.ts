export { expectation } from './expectation.ts'
export { grow } from './grow.ts'
export {
  isProvisional,
  NEW_PLAYER,
  PROVISIONAL_DEVIATION,
  type Rating,
  type RatingAtGame,
  type Score,
} from './rating.ts'
export { rateGame, TAU, update } from './update.ts'
