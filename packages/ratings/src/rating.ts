/** A player's strength on the Glicko scale, as it is stored and shown. */
export interface Rating {
  rating: number
  /** Standard deviation of the rating: how uncertain it is. */
  deviation: number
  /** How much the player's results vary, per unit of time, on the Glicko-2 scale. */
  volatility: number
}

declare const atGame: unique symbol

/** A rating whose deviation has grown until the game that is rated. Only `grow` makes one. */
export type RatingAtGame = Readonly<Rating> & { readonly [atGame]: true }

/** A loss, a draw, a win. */
export type Score = 0 | 0.5 | 1

export const NEW_PLAYER: Readonly<Rating> = { rating: 1500, deviation: 500, volatility: 0.09 }

/** Points of the Glicko scale per unit of the Glicko-2 scale. */
export const SCALE = 173.7178
export const MIN_RATING = 400
export const MIN_DEVIATION = 45
export const MAX_DEVIATION = 500
export const MAX_VOLATILITY = 0.1

/** From this deviation on a rating is provisional. */
export const PROVISIONAL_DEVIATION = 110

export const isProvisional = ({ deviation }: Pick<Rating, 'deviation'>): boolean =>
  deviation >= PROVISIONAL_DEVIATION
