/** The occurrence of a position that draws the game, claimed or automatically (docs/rules.md, draws). */
export const REPETITION = 3

/** The number of consecutive quiet plies that draws the game, 50 by each player (docs/rules.md, draws). */
export const QUIET_LIMIT = 100
