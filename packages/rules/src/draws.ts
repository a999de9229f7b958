/** The occurrence of the same position that draws, claimed or automatically (docs/rules.md, draws). */
export const REPETITION = 3

/** This many quiet plies in a row, 50 by each player, draw, claimed or automatically (docs/rules.md, draws). */
export const QUIET_LIMIT = 100
