/** The score of a win by the current turn. A win n plies later scores n less; losses are negative. */
export const WIN = 1_000_000

/** The longest forced win in plies: scores this close to WIN are wins. */
const LONGEST_WIN = 1_000

/** The number of plies to the decided end: positive for a win, negative for a loss, null if undecided. */
export const decidedIn = (score: number): number | null =>
  Math.abs(score) <= WIN - LONGEST_WIN ? null : score > 0 ? WIN - score : -(WIN + score)

/** A score as the transposition table stores it: a decided one counts plies from its position, not from the root. */
export const toTable = (score: number, ply: number): number =>
  score > WIN - LONGEST_WIN ? score + ply : score < LONGEST_WIN - WIN ? score - ply : score

export const fromTable = (score: number, ply: number): number =>
  score > WIN - LONGEST_WIN ? score - ply : score < LONGEST_WIN - WIN ? score + ply : score
