/** The same position for this time makes a draw, claimed or by itself (docs/rules.md, draws). */
export const REPETITION = 3

/** As many plies without a reset, 50 by each player, make a draw, claimed or by itself (docs/rules.md, draws). */
export const QUIET_LIMIT = 100
