import { type Rating, SCALE } from './rating.ts'

/** Glickman's g: how much a result against an opponent with this deviation counts, at most 1. */
export const weight = ({ deviation }: Pick<Rating, 'deviation'>): number =>
  1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2)

/** Glickman's E: the score to expect against an opponent, between 0 and 1. */
export const expectation = (
  player: Pick<Rating, 'rating'>,
  opponent: Pick<Rating, 'rating' | 'deviation'>,
): number => 1 / (1 + Math.exp((-weight(opponent) * (player.rating - opponent.rating)) / SCALE))
