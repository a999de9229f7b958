/** The score of a win with the turn being played. A win n plies later scores n less; a loss is negative. */
export const WIN = 1_000_000

/** No forced win is longer than this many plies: scores within it of WIN are wins. */
const LONGEST_WIN = 1_000

/** In how many plies a score decides the game: positive for a win, negative for a loss, null if it is open. */
export const decidedIn = (score: number): number | null =>
  Math.abs(score) <= WIN - LONGEST_WIN ? null : score > 0 ? WIN - score : -(WIN + score)

/** A score as the transposition table stores it: a decided one counts plies from its position, not from the root. */
export const toTable = (score: number, ply: number): number =>
  score > WIN - LONGEST_WIN ? score + ply : score < LONGEST_WIN - WIN ? score - ply : score

export const fromTable = (score: number, ply: number): number =>
  score > WIN - LONGEST_WIN ? score - ply : score < LONGEST_WIN - WIN ? score + ply : score
