export { expectation } from './expectation.ts'
export { grow, PERIODS_PER_DAY } from './grow.ts'
export {
  isProvisional,
  NEW_PLAYER,
  PROVISIONAL_DEVIATION,
  type Rating,
  type RatingAtGame,
  SCALE,
  type Score,
} from './rating.ts'
export { rateGame, TAU, update } from './update.ts'
