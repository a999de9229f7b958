import { MAX_DEVIATION, type Rating, type RatingAtGame, SCALE } from './rating.ts'

const DAY_MS = 86_400_000
export const PERIODS_PER_DAY = 0.21436

/**
 * The rating at a moment, such as the end of a game: the longer a player has not played, the less certain it is.
 * @param elapsedMs since the player's previous rated game ended; 0 for the first game. Negative counts as 0
 */
export function grow(before: Rating, elapsedMs: number): RatingAtGame {
  const periods = Math.max(0, (elapsedMs / DAY_MS) * PERIODS_PER_DAY)
  const deviation = Math.min(
    MAX_DEVIATION,
    Math.hypot(before.deviation, SCALE * before.volatility * Math.sqrt(periods)),
  )
  return { ...before, deviation } as RatingAtGame
}
