import { expectation, weight } from './expectation.ts'
import {
  MAX_DEVIATION,
  MAX_VOLATILITY,
  MIN_DEVIATION,
  MIN_RATING,
  type Rating,
  type RatingAtGame,
  SCALE,
  type Score,
} from './rating.ts'
import { newVolatility } from './volatility.ts'

/** How much a surprising result changes the volatility. */
export const TAU = 0.75

interface RatedResult {
  opponent: RatingAtGame
  score: Score
}

/** Rates one game. Both players are updated from their values before it. */
export const rateGame = (white: RatingAtGame, black: RatingAtGame, whiteScore: Score) => ({
  white: update(white, [{ opponent: black, score: whiteScore }]),
  black: update(black, [{ opponent: white, score: (1 - whiteScore) as Score }]),
})

/**
 * A player's rating after one or several games, by Glicko-2 (Glickman, "Example of the Glicko-2 system", 2013). The
 * deviation has grown before, so it does not grow here. Without games nothing changes.
 */
export function update(player: RatingAtGame, results: readonly RatedResult[], tau = TAU): Rating {
  if (results.length === 0) return { ...player }
  let information = 0
  let surprise = 0
  for (const { opponent, score } of results) {
    const g = weight(opponent)
    const expected = expectation(player, opponent)
    information += g ** 2 * expected * (1 - expected)
    surprise += g * (score - expected)
  }
  const variance = 1 / information
  const phi = player.deviation / SCALE
  const volatility = newVolatility(player.volatility, { phi, variance, delta: variance * surprise }, tau)
  const newPhi = 1 / Math.sqrt(1 / phi ** 2 + information)
  return {
    rating: Math.max(MIN_RATING, player.rating + SCALE * newPhi ** 2 * surprise),
    deviation: Math.min(MAX_DEVIATION, Math.max(MIN_DEVIATION, SCALE * newPhi)),
    volatility: Math.min(MAX_VOLATILITY, volatility),
  }
}
